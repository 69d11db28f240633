// SPDX-License-Identifier: GPL-3.0-or-later
// Converts finite-state grammars to PocketSphinx's form.

import CPocketSphinx

extension FiniteStateGrammar {
    init(_ model: UnsafeMutablePointer<fsg_model_t>) {
        var transitions: [Transition] = []
        for state in 0..<model.pointee.n_state {
            var cursor = fsg_model_arcs(model, state)
            while let arc = cursor {
                let link = fsg_arciter_get(arc).pointee
                let word = link.wid < 0 ? nil : Int(link.wid)
                transitions.append(Transition(from: Int(link.from_state), to: Int(link.to_state), word: word))
                cursor = fsg_arciter_next(arc)
            }
        }
        self.init(
            stateCount: Int(model.pointee.n_state), start: Int(model.pointee.start_state),
            final: Int(model.pointee.final_state), transitions: transitions)
    }

    /// The grammar for a decoder, without weights for choices. The caller frees it.
    /// - Parameter other: The grammar that the numbers of the words refer to.
    func model(
        named name: String, wordsOf other: UnsafeMutablePointer<fsg_model_t>
    ) -> UnsafeMutablePointer<fsg_model_t>? {
        guard let model = fsg_model_init(name, other.pointee.lmath, other.pointee.lw, Int32(stateCount)) else {
            return nil
        }
        for word in 0..<Int(other.pointee.n_word) { fsg_model_word_add(model, other.pointee.vocab[word]) }
        model.pointee.start_state = Int32(start)
        model.pointee.final_state = Int32(final)
        for transition in transitions {
            let (from, to) = (Int32(transition.from), Int32(transition.to))
            if let word = transition.word {
                fsg_model_trans_add(model, from, to, 0, Int32(word))
            } else {
                fsg_model_null_trans_add(model, from, to, 0)
            }
        }
        return model
    }
}
