// SPDX-License-Identifier: GPL-3.0-or-later
// Histories for benchmarks: the same turns in each run, in several languages, as long as real ones.

import Glibc
import JarvisCore
import JarvisPlatform

enum StoreGenerator {
    /// A word that occurs in one turn in 100 000.
    static let rareWord = "Quetzalcoatl"

    private static let languages: [[String]] = [
        """
        the what is time in set a timer for ten minutes please remind me to call tomorrow and play some music how far is
        it from here weather today will rain turn down volume note that meeting moved thanks add milk bread
        """,
        """
        wie spät ist es bitte stelle einen Wecker für morgen früh um sieben und erinnere mich an den Termin mit Müller
        das Wetter wird schön größer Straße können wir über Nacht noch etwas hören
        """,
        """
        quelle heure est-il s'il te plaît rappelle-moi demain d'acheter du café été déjà où sont les clés très bien
        """,
        """
        который час поставь таймер на десять минут пожалуйста напомни мне завтра позвонить маме какая погода сегодня
        """,
        """
        今 何時 ですか 明日 の 天気 を 教えて ください タイマー セット して ありがとう 東京 まで どのくらい
        """,
        """
        τι ώρα είναι βάλε χρονόμετρο για δέκα λεπτά παρακαλώ αύριο ο καιρός θα είναι καλός
        """,
    ].map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Writes `count` turns, each a question and its answer, as a history in the first format.
    static func write(_ folder: String, count: Int) throws {
        try Folder.create(folder)
        let file = try OpenFile(folder + "/messages.jsonl", flags: O_WRONLY | O_CREAT | O_TRUNC)
        var bytes = Array("{\"format\":\"jarvis-history\",\"version\":1}\n".utf8)
        var random = Xorshift()
        for turn in 0..<count {
            // English half of the time.
            let language = languages[max(0, random.below(10) - 4)]
            for isAnswer in [false, true] {
                let words = isAnswer ? 4 + random.below(24) : 2 + random.below(9)
                var text = (0..<words).map { _ in language[random.below(language.count)] }.joined(separator: " ")
                if isAnswer, turn % 100_000 == 4321 % max(1, count) { text += " \(rareWord)" }
                bytes += line(turn, isAnswer, text)
            }
            if bytes.count > 1 << 20 {
                try file.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        try file.write(bytes)
        try file.synchronize()
    }

    private static func line(_ turn: Int, _ isAnswer: Bool, _ text: String) -> [UInt8] {
        let time = 1_600_000_000_000 + turn * 40_000 + (isAnswer ? 3000 : 0)
        let message: JSONObject = [
            "type": .text("message"), "id": .text(identity(time, turn)), "at": .integer(Int64(time)),
            "turn": .integer(Int64(turn)), "kind": .text(isAnswer ? "assistant" : "user"),
            "source": .text(isAnswer ? "system" : "voice"), "text": .text(text),
        ]
        return JSONValue.object(message).bytes + [0x0A]
    }

    /// A ULID of this time, with the number in its other bits.
    static func identity(_ time: Int, _ number: Int) -> String {
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        func text(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { $0 > 11 ? digits[0] : digits[value >> (5 * $0) & 31] }
        }
        return String(decoding: text(time, 10) + text(number, 16), as: UTF8.self)
    }
}

/// George Marsaglia's xorshift64 (Journal of Statistical Software 8/14, 2003).
private struct Xorshift {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % limit
    }
}
