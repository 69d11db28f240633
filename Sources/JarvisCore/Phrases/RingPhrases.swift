// SPDX-License-Identifier: GPL-3.0-or-later
// What people say to a ringing alarm, timer or reminder. These phrases count only while something rings.

/// A spoken command to a ringing alarm, timer or reminder.
public enum RingCommand: Hashable, Sendable {
    case stop
    /// Ring again later; nil means after the usual time.
    case snooze(Duration?)
}

/// "Snooze for twenty minutes", "turn it off" and the like.
public enum RingPhrases {
    /// The phrases in the skills' pattern notation, for a recognizer; stop phrases are separate.
    public static let patterns = [
        "snooze [(it|that|the alarm)] [please]", "snooze [(it|that|the alarm)] for {length:duration}",
        "(stop|dismiss|turn off) (it|the alarm)", "turn it off", "dismiss", "i'm (awake|up)",
    ]

    /// The commonest commands as whole phrases, for a recognizer with a small vocabulary.
    public static let all =
        ["snooze", "snooze it", "snooze the alarm", "snooze please", "stop the alarm", "stop the timer"]
        + ["dismiss", "dismiss it", "turn it off", "turn off the alarm", "i'm awake", "i'm up"]
        + ["snooze for one minute", "one more minute", "snooze for an hour", "snooze for half an hour"]
        + spokenLengths.flatMap { ["snooze for \($0) minutes", "\($0) more minutes"] }

    /// The recognizer would hear a length missing from this list as another one that is in it.
    private static let spokenLengths = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty five", "thirty",
        "thirty five", "forty", "forty five", "fifty",
    ]
    private static let courtesies: Set<Substring> = ["jarvis", "please", "hey", "ok", "okay", "now", "thanks"]
    private static let ends: Set<String> = [
        "stop the alarm", "stop the timer", "stop alarm", "stop timer", "stop ringing", "turn it off", "turn off",
        "turn off the alarm", "turn the alarm off", "dismiss", "dismiss it", "dismiss the alarm", "i'm awake", "i'm up",
        "i am awake", "i am up",
    ]

    /// The command that `text` as a whole gives to a ringing reminder; nil if it is something else.
    public static func command(_ text: String) -> RingCommand? {
        guard text.utf8.count <= 80 else { return nil }
        if StopPhrases.isStopPhrase(text) { return .stop }
        let plain = String(text.lowercased().map { $0 == "’" ? "'" : $0 == "-" ? " " : $0 })
        let words = plain.split { !($0.isLetter || $0.isNumber || $0 == "'") }.filter { !courtesies.contains($0) }
        if ends.contains(words.joined(separator: " ")) { return .stop }
        if words.first == "snooze" {
            let rest = words.dropFirst().filter { !["it", "that", "the", "alarm", "timer", "for", "me"].contains($0) }
            return rest.isEmpty ? .snooze(nil) : length(rest).map { .snooze($0) }
        }
        guard words.suffix(2).first == "more" || words.dropLast().last == "more" else { return nil }
        return length(words.filter { !["more", "give", "me", "just"].contains($0) }).map { .snooze($0) }
    }

    /// "20 minutes", "twenty five", "an hour", "half an hour"
    private static func length(_ words: [Substring]) -> Duration? {
        if words == ["half", "an", "hour"] { return .seconds(1800) }
        var (units, count) = (words, 0)
        while let word = units.first, let value = number(word) {
            count += value
            units.removeFirst()
        }
        guard (1...720).contains(count) else { return nil }
        switch units {
        case [], ["minute"], ["minutes"]: return .seconds(60 * count)
        case ["hour"], ["hours"]: return count <= 12 ? .seconds(3600 * count) : nil
        default: return nil
        }
    }

    private static func number(_ word: Substring) -> Int? {
        if let value = Int(word), value > 0 { return value }
        let small = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        ]
        if word == "a" || word == "an" { return 1 }
        if let index = small.firstIndex(of: String(word)) { return index + 1 }
        return ["thirty": 30, "forty": 40, "fifty": 50][word]
    }
}
