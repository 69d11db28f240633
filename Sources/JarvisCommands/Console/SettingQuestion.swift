// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the value of one setting on the terminal.

public import JarvisCore
import JarvisPlatform

/// Asks for a setting's value until it gets a valid one.
public struct SettingQuestion {
    /// The answer to a question.
    public enum Answer: Hashable {
        case value(SettingValue)
        /// The user pressed Enter, which keeps the current value.
        case unchanged
        /// The input has ended.
        case end
    }

    private let setting: SettingDescriptor

    public init(_ setting: SettingDescriptor) {
        self.setting = setting
    }

    /// Asks until the answer is valid.
    /// - Parameters:
    ///   - current: The settings, whose value Enter keeps.
    ///   - read: Reads a line; returns nil at the end of the input.
    public func ask(
        _ current: Settings, read: () -> String? = { readLine() }
    ) throws -> Answer {
        let words = "\(setting.text.title) — \(setting.text.help). \(setting.domain.advice(for: .commandLine))"
        while true {
            try Console.text("\(words) Enter keeps \(setting.get(current).display): ")
            guard let line = read() else {
                try Console.say("")
                return .end
            }
            let text = line.trimmed
            guard !text.isEmpty else { return .unchanged }
            if let value = value(text, current) { return .value(value) }
            try Console.say("\"\(PlainText.printable(text))\" isn't a valid value.")
        }
    }

    /// Parses an answer; nil if it isn't valid for the setting.
    private func value(_ text: String, _ current: Settings) -> SettingValue? {
        var trial = current
        guard (try? setting.set(text: text, in: &trial)) != nil else { return nil }
        return setting.get(trial)
    }
}
