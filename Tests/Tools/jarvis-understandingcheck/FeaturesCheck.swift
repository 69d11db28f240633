// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the features of the intent estimate or of the recognizer of languages, so that only one place computes them.

import JarvisAgent

struct FeaturesCheck {
    let file: String
    /// The features of languages, in place of those of intents.
    let isOfLanguages: Bool

    /// Prints each line's first fields, with the features, separated by spaces, in place of its text.
    func run() {
        let agent = MeasuredAgent().agent
        let features: (String) -> [String] = { text in
            isOfLanguages ? agent.languageFeatures(of: text) : agent.features(of: text)
        }
        for line in TextLines.of(file) {
            var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            fields.append(features(fields.popLast() ?? "").joined(separator: " "))
            print(fields.joined(separator: "\t"))
        }
    }
}
