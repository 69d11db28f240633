// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about things that are set or stored, none of which asks to remove one, and garbled variants such as a bad
// recognizer returns.

/// Generates the sentences, the same for the same seed.
public struct HarmlessSentences {
    private static let things = [
        "the reminder to call mum", "my reminder to call mum", "the call mum reminder", "the 45 minute timer",
        "the timer for 45 minutes", "the pasta timer", "my pasta timer", "all my timers", "the timers",
        "the alarm for seven", "my seven a m alarm", "my alarm", "all alarms", "every reminder", "my reminders",
        "the shopping list", "my shopping list", "milk on the shopping list", "the milk and the bread",
        "the note about the key", "my last note", "all my notes", "the list of notes", "the stopwatch",
        "everything on the list", "everything i have set", "the one for seven", "the first timer", "both timers",
    ]

    /// "%" stands for a thing.
    private static let frames = [
        "keep %", "please keep %", "keep % as it is", "leave %", "leave % alone", "leave % as it is", "not %",
        "never %", "save %", "hold on to %", "don't touch %", "let % be", "i like %", "i love %", "i need %",
        "i still need %", "we need %", "i want to keep %", "i want %", "is there %", "is % there", "is % still there",
        "is % on", "is % running", "do i have %", "do we have %", "where is %", "what is %", "what about %",
        "how about %", "how is %", "tell me about %", "tell me %", "tell mum about %", "read %", "read me %",
        "show me %", "show %", "list %", "check %", "look at %", "find %", "search for %", "%", "% please",
        "% is important", "% is great", "% was a good idea", "% matters to me", "% again", "% and nothing else",
        "% is from yesterday", "i made %", "i set %", "i set % yesterday", "i wrote %", "you set %", "you made %",
        "did you set %", "did i set %", "have you got %", "have you seen %", "who made %", "who set %",
        "when did i make %", "when is %", "why is there %", "why do i have %", "how long is %", "how many are %",
        "mum knows about %", "my brother set %", "she likes %", "he asked about %", "they want %", "thanks for %",
        "sorry about %", "about %", "and %", "also %", "with %", "so %", "well %", "%, right", "%, i think",
        "remember %", "remind me of % tomorrow at noon", "i am happy with %", "i was thinking of %",
        "i was looking for %", "it is about %", "that is %", "this is %", "here is %", "there is %",
        "add nothing to %", "nothing happened to %", "say % out loud", "spell %", "what did i say about %",
        "does % work", "will % ring", "can % ring", "can you see %", "could you check %", "would you look at %",
        "i wonder about %", "i'm proud of %", "i told you about %", "put % first", "copy %", "% is fine",
    ]

    private static let openings = [
        "", "", "", "", "um ", "oh ", "hey jarvis ", "jarvis ", "so ", "well ", "okay ", "please ", "by the way ",
        "you know ", "i think ", "listen ", "actually ",
    ]
    private static let endings = [
        "", "", "", "", " please", " thanks", " for now", " today", " tomorrow", " right now", " i guess", " you know",
        " jarvis", " if you can", " at seven", " for the kids", " in the kitchen",
    ]
    private static let noise = [
        "the", "a", "to", "for", "seven", "ten", "minutes", "timer", "alarm", "reminder", "list", "note", "milk", "my",
        "is", "was", "call", "mum", "pasta", "set", "what", "time", "it", "on", "in", "tomorrow", "music", "volume",
        "screen", "computer", "internet", "weather", "lamp", "car", "door", "night", "good", "yes", "no", "and",
    ]

    private var random: SeededGenerator

    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The next sentence.
    public mutating func next() -> String {
        let frame = pick(Self.frames).replacing("%", with: pick(Self.things))
        return pick(Self.openings) + frame + pick(Self.endings)
    }

    /// The next sentence with one to four words lost, doubled, replaced or inserted.
    public mutating func nextGarbled() -> String {
        var words = next().split(separator: " ").map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...words.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < words.count && words.count > 1: words.remove(at: place)
            case 1 where place < words.count: words[place] = pick(Self.noise)
            case 2 where place < words.count: words.insert(words[place], at: place)
            default: words.insert(pick(Self.noise), at: place)
            }
        }
        return words.joined(separator: " ")
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }
}
