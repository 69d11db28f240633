// SPDX-License-Identifier: GPL-3.0-or-later
// The phrases for the synthetic voices: commands to every built-in skill, with slots of every kind.

enum CommandPhrases {
    /// The voices of scripts/bench.d/synthetic-voices.
    static let voices = [
        "slt", "rms", "awb", "kal16", "kal-diphone", "ked-diphone", "slt-hts", "slt-low", "slt-long", "slt-fast",
        "rms-short", "rms-slow", "awb-high", "hts-short", "espeak-us", "espeak-gb", "espeak-f3",
    ]

    /// The third of the speakers that nothing was tuned on.
    static let keptOutVoices: Set = ["awb", "awb-high", "ked-diphone", "espeak-us", "espeak-gb", "espeak-f3"]

    static let commands = [
        "what time is it", "tell me the time", "what day is it today", "what day is it tomorrow",
        "how many days until christmas",
        "set a timer for ten minutes", "set a timer for fifteen minutes", "set a timer for fifty minutes",
        "start a timer for an hour and a half", "set a timer for two minutes and thirty seconds",
        "how much time is left", "cancel the timer", "set an alarm for seven thirty a m",
        "wake me up at half past six", "set an alarm for a quarter to nine", "cancel all alarms",
        "remind me in twenty minutes", "remind me in forty five minutes", "what are my reminders",
        "what is twelve times four", "what is fourteen plus thirty", "what is forty plus thirteen",
        "what's twenty percent of fifty", "what is the square root of two", "how much is one hundred divided by eight",
        "convert five miles to kilometers", "how many ounces are in a pound",
        "what is seventy degrees fahrenheit in celsius", "convert sixteen pounds to kilograms",
        "open the calculator", "open firefox", "open the terminal", "go to wikipedia", "take a note", "read my notes",
        "how much battery is left", "how much memory is free", "how much disk space is left", "am i online",
        "system status", "speak slower", "speak a little louder", "use a female voice", "repeat that",
        "tell me a joke", "flip a coin", "pick a number between one and ten", "what can you do", "who are you",
        "good morning", "goodbye", "never mind", "jarvis what time is it",
    ]

    /// Sentences that do not match the grammar of any skill.
    static let prose = [
        "the quick brown fox jumps over the lazy dog", "she sells sea shells by the sea shore",
        "i do not think that this is a good idea at all", "yesterday we went to the market and bought some apples",
        "who wrote the book about the old man and the sea", "my brother works in a factory near the river",
        "it was a bright cold day in april", "we should have left before the rain began",
        "could you tell your sister that i will be late", "set the table for seven people tonight",
        "she said that the meeting would start at noon", "open the window because it is hot in here",
    ]

    /// Sentences close to commands that the grammar must not accept.
    static let nearProse = [
        "he deleted all my notes", "he set a timer for an hour and then he went out",
        "set a timer for ten minutes for the eggs", "search my history for milk",
        "remind me in twenty minutes to turn off the oven", "what is nine times",
        "set a timer for two minutes and thirty", "tell me a story about a king", "what time is the train to london",
        "cancel all my meetings on friday", "how much of the cake is left", "go to the kitchen and get some water",
        "read my mind", "repeat after me", "speak to the manager", "what is your favorite color", "who are they",
        "pick a card any card", "what day is the wedding", "open the door for the cat",
        "how many people are in the room", "wake up it is half past six", "the battery is not in the drawer",
        "what can we do for you", "good evening ladies and gentlemen", "mind the gap",
        "i never said that i would open the calculator", "she told me a joke about firefox",
        "there is an alarm at seven in the hotel", "convert the barn into a house",
    ]

    /// Each voice says every second command, so that half of the voices say each command.
    static var clips: [(voice: String, text: String)] {
        voices.enumerated().flatMap { voice in
            commands.enumerated().filter { ($0.offset + voice.offset) % 2 == 0 }.map { (voice.element, $0.element) }
        }
    }

    /// Voices for tuning that are not used in a benchmark.
    static let otherVoices = [
        "espeak-nyc", "espeak-scotland", "espeak-caribbean", "espeak-lancaster", "espeak-klatt", "espeak-deep",
        "espeak-quick", "kal-diphone-low", "kal-diphone-long", "kal16-high", "kal16-fast", "rms-long", "slt-short",
        "hts-low",
    ]

    /// Drink orders by the tuning voices.
    static var orderClips: [(voice: String, text: String)] {
        let tuned = voices.filter { !keptOutVoices.contains($0) } + otherVoices
        return DrinkOrders.examples.enumerated().map { (tuned[$0.offset % tuned.count], $0.element) }
    }

    static var proseClips: [(voice: String, text: String)] {
        (prose + nearProse).enumerated().flatMap { index, text in
            (0..<3).map { (voices[(index * 3 + $0) % voices.count], text) }
        }
    }
}
