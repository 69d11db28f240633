// SPDX-License-Identifier: GPL-3.0-or-later
// A value that a setting does not accept, and what to use instead.

/// A value that a setting does not accept.
public struct SettingError: Hashable, Sendable {
    public var key: String
    public var value: String
    /// What the setting accepts.
    public var domain: SettingDescriptor.Domain

    public init(key: String, value: String, domain: SettingDescriptor.Domain) {
        self.key = key
        self.value = value
        self.domain = domain
    }
}

extension SettingError: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        FailureText(reader.say("\"%1\" isn't a valid value for %2.", value, key), remedy(for: reader))
    }

    /// Says what to use instead, in a sentence.
    func remedy(for reader: FailureReader) -> String {
        guard domain == .phrase, let fault = WakePhrase.fault(of: value) else { return domain.advice(for: reader) }
        return fault.advice(for: reader)
    }
}

extension SettingDescriptor.Domain {
    /// Says what the setting accepts, in a sentence.
    public func advice(for reader: FailureReader) -> String {
        switch self {
        case .number(let range):
            reader.say(
                "Use a number from %1 to %2.", SettingValue.number(range.lowerBound).display,
                SettingValue.number(range.upperBound).display)
        case .choice(let names): reader.say("Use one of %1.", names.joined(separator: ", "))
        case .flag: reader.say("Use on or off.")
        case .color: reader.say("Use a colour such as %1.", HexColor(0x00AAFF).text)
        case .text(orDefault: true): reader.say("Use a name, or \"default\".")
        case .text(orDefault: false): reader.say("Use text.")
        case .language:
            reader.say(
                "Use a language such as \"de\", \"default\" for the desktop's, or \"\" to let the server detect it.")
        case .phrase: WakePhraseFault.nothingToSay.advice(for: reader)
        case .servers(let most):
            reader.say("Use addresses such as http://host:8000, separated by commas, at most %1.", String(most))
        case .webPages(1): reader.say("Use an address such as https://example.org.")
        case .webPages(let most):
            reader.say("Use addresses such as https://example.org/feed, separated by commas, at most %1.", String(most))
        case .voices(let most):
            reader.say("Use entries such as de=de+f3, separated by commas, at most %1.", String(most))
        case .list(let most): reader.say("Use entries separated by commas, at most %1.", String(most))
        }
    }
}

extension WakePhraseFault {
    /// Says what to use instead, in a sentence.
    public func advice(for reader: FailureReader) -> String {
        switch self {
        case .nothingToSay: reader.say("Use words you can say, such as \"hey jarvis\".")
        case .unknownLetter(let letter):
            reader.say("Use only the letters a to z, not \"%1\".", String(letter))
        case .tooShort:
            reader.say("Use a longer word or phrase, such as \"hey jarvis\". Short ones are easily misheard.")
        }
    }
}
