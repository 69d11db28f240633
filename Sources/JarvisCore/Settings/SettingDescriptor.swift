// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of settings: keys, ranges, help. The settings file, the command line and spoken commands all go by it.

/// A setting's value in the settings file.
public enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
}

/// One setting: its key, help and how to read and write it.
public struct SettingDescriptor: Sendable {
    /// The values that the setting accepts.
    public enum Domain: Hashable, Sendable {
        case number(ClosedRange<Double>)
        case choice([String])
        case flag
        /// A colour as "#00d4ff".
        case color
        /// Any text; `orDefault` means that an empty text or "default" stands for "follow the desktop".
        case text(orDefault: Bool)
        /// A language code such as "de" or "pt-BR", "default" for the desktop's, or nothing.
        case language
        /// Words that can be said and told from other speech (`WakePhrase`).
        case phrase
        /// Entries (`entries(of:)`), at most this many.
        case list(Int)
        /// Entries that are addresses of servers over plain HTTP, at most this many.
        case servers(Int)
        /// Entries that are addresses over HTTPS, or on this computer, at most this many.
        case webPages(Int)
    }

    public let key: String
    public let summary: String
    public let domain: Domain
    public let get: @Sendable (Settings) -> SettingValue
    let store: @Sendable (inout Settings, SettingValue) -> Void
    /// The field of a number.
    var numberPath: (any WritableKeyPath<Settings, Double> & Sendable)?

    /// Sets from a typed value.
    /// - Throws: when the value is of another type or outside the range.
    public func set(_ value: SettingValue, in settings: inout Settings) throws(SettingError) {
        guard domain.accepts(value) else {
            throw SettingError(key: key, value: value.display, domain: domain)
        }
        store(&settings, value)
    }

    /// Sets from what a person typed.
    /// - Throws: when it cannot be read or is outside the range.
    public func set(text: String, in settings: inout Settings) throws(SettingError) {
        let refusal = SettingError(key: key, value: text, domain: domain)
        switch domain {
        case .number:
            guard let number = Double(text), number.isFinite else { throw refusal }
            try set(.number(number), in: &settings)
        case .flag:
            switch text.lowercased() {
            case "on", "true", "yes", "1": try set(.flag(true), in: &settings)
            case "off", "false", "no", "0": try set(.flag(false), in: &settings)
            default: throw refusal
            }
        case .choice, .color, .text, .language, .phrase, .list, .servers, .webPages:
            try set(.text(text), in: &settings)
        }
    }
}

extension SettingValue {
    /// The value as the command line prints it.
    public var display: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .flag(let flag): flag ? "on" : "off"
        }
    }
}

extension SettingDescriptor.Domain {
    /// True for a value of the right type and within the range.
    public func accepts(_ value: SettingValue) -> Bool {
        switch (self, value) {
        case (.number(let range), .number(let number)): range.contains(number)
        case (.choice(let names), .text(let text)): names.contains(text)
        case (.color, .text(let text)): HexColor(text: text) != nil
        case (.language, .text(let text)):
            text.isEmpty || text == SpeechSettings.desktopLanguage || Self.isLanguageCode(text)
        case (.phrase, .text(let text)): WakePhrase.fault(of: text) == nil
        case (.list(let most), .text(let text)): Self.entries(of: text).count <= most
        case (.servers(let most), .text(let text)):
            Self.entries(of: text).count <= most
                && Self.entries(of: text).allSatisfy { (try? ServerAddress(String($0), schemes: [.http])) != nil }
        case (.webPages(let most), .text(let text)):
            Self.entries(of: text).count <= most && Self.entries(of: text).allSatisfy(Self.isPrivatePage)
        case (.flag, .flag), (.text, .text): true
        default: false
        }
    }

    /// True for an address, with or without a query, to which nothing goes that others could read on the way.
    private static func isPrivatePage(_ text: Substring) -> Bool {
        (try? ServerAddress(String(text.prefix { $0 != "?" }), schemes: [.http, .https]))?.isPrivate ?? false
    }

    private static func isLanguageCode(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return (2...3).contains(parts[0].count)
            && parts[0].allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            && parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.count)
                    && part.allSatisfy { Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0) }
            }
    }

    /// The entries of a list that somebody wrote, at commas, semicolons and line ends.
    public static func entries(of list: String) -> [Substring] { list.split { ",;\n".contains($0) } }
}

extension ClosedRange<Double> {
    /// The range for people: "0.5 to 2".
    public var inWords: String {
        "\(SettingValue.number(lowerBound).display) to \(SettingValue.number(upperBound).display)"
    }
}
