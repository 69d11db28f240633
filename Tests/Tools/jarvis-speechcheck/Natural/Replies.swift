// SPDX-License-Identifier: GPL-3.0-or-later
// Replies as the skills give them, with varied names, numbers and times.

enum Replies {
    private static let forms = [
        "It is # past eight.", "I set a timer for # minutes.", "You have # messages, two of them are new.",
        "The alarm is set for # in the morning.", "# divided by four is not a whole number.",
        "It is # degrees outside.",
        "There are # files in this folder.", "The timer for the pasta is over, # minutes ago.",
        "I opened the calculator.",
        "The battery is at # percent.", "Today is Tuesday, the twenty fourth of November.",
        "I could not find that file.",
        "The weather will be fine today, with a few clouds in the evening.", "I'm using a different voice now.",
        "# miles are about the same as that many kilometers and a half.", "I will remind you to call your sister.",
        "Your shopping list has # things on it.", "The computer has been running for # hours.",
        "I did not understand that.",
        "There is enough room on the disk.", "I turned the volume down a little.", "Good morning, how can I help you?",
        "The meeting begins at # and takes about an hour.", "That is a good question, let me think about it.",
        "I cancelled the timer.", "The largest planet of the solar system is Jupiter.", "Please say that again.",
    ]
    private static let numbers = ["three", "ten", "fifteen", "twenty five", "forty two", "seven", "ninety", "twelve"]

    /// - Returns: This many replies, without duplicates as long as there are enough.
    static func make(_ count: Int) -> [String] {
        var replies: [String] = []
        for number in numbers {
            for form in forms {
                let reply = form.replacing("#", with: number)
                let text = reply.prefix(1).uppercased() + reply.dropFirst()
                if !replies.contains(text) { replies.append(text) }
            }
        }
        return Array(replies.prefix(count))
    }
}
