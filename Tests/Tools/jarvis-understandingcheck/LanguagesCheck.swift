// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how many short requests are recognized to be in another language, and how many English ones wrongly are.

import JarvisAgent

struct LanguagesCheck {
    let file: String
    /// Prints the failures.
    let lists: Bool

    func run() {
        let agent = MeasuredAgent().agent
        var counts: [String: (all: Int, right: Int, unrecognized: Int)] = [:]
        for line in TextLines.of(file) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 2, let text = fields.last else { continue }
            let name = agent.otherLanguageCode(of: text)
            var count = counts[fields[0], default: (0, 0, 0)]
            count.all += 1
            if (name ?? "en") == fields[0] {
                count.right += 1
            } else if name == nil || name == "" {
                count.unrecognized += 1
            }
            counts[fields[0]] = count
            if lists, (name ?? "en") != fields[0] { print("\(fields[0])\t\(name ?? "-")\t\(text)") }
        }
        for (language, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("\(language): \(count.right) of \(count.all) right, \(count.unrecognized) not recognized or unclear")
        }
        let others = counts.filter { $0.key != "en" }.values
        let (all, right) = (others.reduce(0) { $0 + $1.all }, others.reduce(0) { $0 + $1.right })
        print("other languages: \(right) of \(all) right (\(all == 0 ? 0 : Double(right) / Double(all)))")
    }
}
