// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisTesting
import Testing

@testable import JarvisRecognition

struct FiniteStateGrammarTests {
    private typealias Transition = FiniteStateGrammar.Transition

    /// All sentences of at most this many words.
    private func sentences(of grammar: FiniteStateGrammar, upTo length: Int) -> Set<[Int]> {
        var found: Set<[Int]> = []
        var known: Set<[Int]> = []
        var open = [(state: grammar.start, words: [Int]())]
        while let (state, words) = open.popLast() {
            guard known.insert([state] + words).inserted else { continue }
            if state == grammar.final { found.insert(words) }
            for transition in grammar.transitions where transition.from == state {
                let next = words + (transition.word.map { [$0] } ?? [])
                if next.count <= length { open.append((transition.to, next)) }
            }
        }
        return found
    }

    private func random(seed: UInt64) -> FiniteStateGrammar {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...12, using: &random)
        let transitions = (0..<(count * 3)).map { _ in
            Transition(
                from: .random(in: 0..<count, using: &random), to: .random(in: 0..<count, using: &random),
                word: Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0..<3, using: &random))
        }
        return FiniteStateGrammar(stateCount: count, start: 0, final: count - 1, transitions: transitions)
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func reducingAGrammarKeepsItsSentences(seed: UInt64) {
        let grammar = random(seed: seed)
        let reduced = grammar.reduced()
        #expect(sentences(of: reduced, upTo: 5) == sentences(of: grammar, upTo: 5))
        #expect(reduced.stateCount <= grammar.stateCount + 1)
        #expect(reduced.reduced().stateCount == reduced.stateCount)
        #expect(reduced.transitions.allSatisfy { $0.word != nil || $0.to == reduced.final })
        // The choice between two words that sound alike must not differ from one start of the program to the next.
        var shuffled = grammar
        var random = SeededGenerator(seed: seed)
        shuffled.transitions.shuffle(using: &random)
        #expect(shuffled.reduced() == reduced)
    }

    /// "0 1 2 | 0 3 2 | 4 3 2" as separate sentences that share no states.
    @Test func equalPartsOfSentencesAreMerged() {
        let sentences = [[0, 1, 2], [0, 3, 2], [4, 3, 2]]
        var transitions: [Transition] = []
        for words in sentences {
            var state = 0
            for word in words {
                let next = transitions.count + 2
                transitions.append(Transition(from: state, to: next, word: word))
                state = next
            }
            transitions.append(Transition(from: state, to: 1, word: nil))
        }
        let reduced = FiniteStateGrammar(stateCount: 20, start: 0, final: 1, transitions: transitions).reduced()
        // The start, after "0", after "4", before "2", the end of the sentences, and the final state.
        #expect(reduced.stateCount == 6)
        #expect(self.sentences(of: reduced, upTo: 4) == Set(sentences))
    }

    @Test func deadEndsAreRemoved() {
        let dead = FiniteStateGrammar(
            stateCount: 4, start: 0, final: 1,
            transitions: [
                Transition(from: 0, to: 1, word: 5), Transition(from: 0, to: 2, word: 6),
                Transition(from: 2, to: 2, word: 7), Transition(from: 3, to: 1, word: 8),
            ])
        #expect(sentences(of: dead.reduced(), upTo: 3) == [[5]])
        let empty = FiniteStateGrammar(stateCount: 2, start: 0, final: 1, transitions: [])
        #expect(sentences(of: empty.reduced(), upTo: 3).isEmpty)
        let silent = FiniteStateGrammar(
            stateCount: 3, start: 0, final: 2,
            transitions: [
                Transition(from: 0, to: 1, word: nil), Transition(from: 1, to: 0, word: nil),
                Transition(from: 1, to: 2, word: nil),
            ])
        #expect(sentences(of: silent.reduced(), upTo: 3) == [[]])
    }
}
