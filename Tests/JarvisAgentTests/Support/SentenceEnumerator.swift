// SPDX-License-Identifier: GPL-3.0-or-later
// All sentences of a pattern, with each slot filled by one typical phrase.

import JarvisCore

enum SentenceEnumerator {
    static let fillings: [SlotType: String] = [
        .number: "twenty five", .duration: "ten minutes", .time: "seven thirty p m", .unit: "miles",
        .expression: "twelve times four", .application: "calculator", .website: "wikipedia", .voice: "british",
        .day: "friday", .schedule: "every weekday at seven", .text: "the blue elephant",
        .setting: "high contrast", .settingWish: "be more patient",
    ]

    /// The sentences of `element`, with each slot replaced by `fill`.
    static func sentences(
        of element: PatternElement, fill: (SlotType) -> String = { fillings[$0] ?? "" }
    ) -> [String] {
        phrases(element, fill).map { $0.split(separator: " ").joined(separator: " ") }
    }

    private static func phrases(_ element: PatternElement, _ fill: (SlotType) -> String) -> [String] {
        switch element {
        case .word(let word): [word]
        case .slot(_, let type): [fill(type)]
        case .optional(let part): [""] + phrases(part, fill)
        case .oneOf(let choices): choices.flatMap { phrases($0, fill) }
        case .sequence(let parts):
            parts.reduce([""]) { starts, part in
                let ends = phrases(part, fill)
                return starts.flatMap { start in ends.map { start + " " + $0 } }
            }
        }
    }
}
