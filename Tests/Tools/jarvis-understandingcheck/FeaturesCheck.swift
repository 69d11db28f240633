// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the features of the intent estimate, so that only one place computes them.

import JarvisAgent

struct FeaturesCheck {
    let file: String

    /// Prints each line's first fields, with the features, separated by spaces, in place of its text.
    func run() {
        let agent = MeasuredAgent().agent
        for line in TextLines.of(file) {
            var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            fields.append(agent.features(of: fields.popLast() ?? "").joined(separator: " "))
            print(fields.joined(separator: "\t"))
        }
    }
}
