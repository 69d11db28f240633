// SPDX-License-Identifier: GPL-3.0-or-later
// One setting as a question on the terminal.

public import JarvisCore
import JarvisPlatform

/// Asks for the value of a setting until it is one that the setting takes.
public struct SettingQuestion {
    /// What was answered.
    public enum Answer: Hashable {
        case value(SettingValue)
        /// Enter: it stays as it is.
        case unchanged
        /// The end of the input.
        case end
    }

    private let setting: SettingDescriptor

    public init(_ setting: SettingDescriptor) {
        self.setting = setting
    }

    /// - Parameters:
    ///   - current: what Enter keeps.
    ///   - read: reads a line; nil at the end of the input.
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
            try Console.say("\"\(PlainText.printable(text))\" is not a valid value.")
        }
    }

    /// What a text says; nil for what the setting does not take.
    private func value(_ text: String, _ current: Settings) -> SettingValue? {
        var trial = current
        guard (try? setting.set(text: text, in: &trial)) != nil else { return nil }
        return setting.get(trial)
    }
}
