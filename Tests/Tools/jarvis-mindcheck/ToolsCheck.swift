// SPDX-License-Identifier: GPL-3.0-or-later
// The time it takes to choose the relevant tools for a request among many.

import JarvisPlatform
import JarvisToolServers

enum ToolsCheck {
    private static let verbs = ["read", "write", "list", "find", "send", "create", "delete", "move", "convert", "plot"]
    private static let things = [
        "file", "mail", "ticket", "recipe", "invoice", "meeting", "branch", "table", "picture", "song", "page", "order",
        "contact", "photo", "sensor", "lamp", "room", "train", "hotel", "parcel",
    ]
    private static let requests = [
        "find the recipe with pumpkin that ada sent me", "is there a meeting about the invoice tomorrow",
        "switch the lamp in the living room off when the train is late", "why is the sea blue",
    ]

    /// Prints the median and the maximum of many choices of twelve.
    static func run(count: Int) {
        let entries = entries(count)
        var times: [Double] = []
        for round in 0..<200 {
            let start = ContinuousClock.now
            let found = ToolWords.ranked(entries, for: requests[round % requests.count], limit: 12)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            precondition(found.count <= 12)
        }
        times.sort()
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        print(
            "\(count) tools chosen from: \(rounded(times[times.count / 2])) ms, worst "
                + "\(rounded(times[times.count - 1])) ms (goal 5)")
    }

    private static func entries(_ count: Int) -> [ToolEntry] {
        let server = ToolServer(name: "many", way: .address("http://localhost:1"))
        return (0..<count).compactMap { number in
            let (verb, thing) = (verbs[number % verbs.count], things[number / verbs.count % things.count])
            let value: JSONObject = [
                "name": .text("\(verb)_\(thing)_\(number)"),
                "description": .text("Can \(verb) a \(thing) of the house, by its name or the day it was made."),
            ]
            return ToolDescription(.object(value)).map { ToolEntry(server: server, tool: $0) }
        }
    }
}
