// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the estimate of the intent looks at, so that it is worked out in one place only.

import JarvisAgent

struct FeaturesCheck {
    let file: String

    /// Prints each line's first fields, and in place of its text the features, separated by spaces.
    func run() {
        let agent = MeasuredAgent().agent
        for line in TextLines.of(file) {
            var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            fields.append(agent.features(of: fields.popLast() ?? "").joined(separator: " "))
            print(fields.joined(separator: "\t"))
        }
    }
}
