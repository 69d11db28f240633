// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a setting: its key, texts and range, and how to read and write it.

/// A setting's value in the settings file.
public enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
}

/// One setting: its key, texts and range, and how to read and write it.
public struct SettingDescriptor: Sendable {
    /// The values that a setting accepts.
    public enum Domain: Hashable, Sendable {
        case number(ClosedRange<Double>)
        case choice([String])
        case flag
        /// A colour as "#00d4ff".
        case color
        /// Any text; with `orDefault`, empty text or "default" follows the desktop.
        case text(orDefault: Bool)
        /// A language code such as "de" or "pt-BR", "default" for the desktop's language, or empty.
        case language
        /// A phrase that can be pronounced and differs enough from other speech (`WakePhrase`).
        case phrase
        /// Up to this many entries (`entries(of:)`).
        case list(Int)
        /// Up to this many entries such as "de=de+f3", a language and its voice.
        case voices(Int)
        /// Up to this many server addresses with plain HTTP.
        case servers(Int)
        /// Up to this many addresses that use HTTPS or are on this computer.
        case webPages(Int)
    }

    public let key: String
    public let page: SettingsPage
    public let text: SettingText
    /// The version of JARVIS that introduced the setting.
    public let since: String
    public let domain: Domain
    /// The field in `Settings`.
    public let path: any PartialKeyPath<Settings> & Sendable
    public let get: @Sendable (Settings) -> SettingValue
    private let store: @Sendable (inout Settings, SettingValue) -> Void

    public init(
        key: String, page: SettingsPage, text: SettingText, since: String, domain: Domain,
        path: any PartialKeyPath<Settings> & Sendable, get: @escaping @Sendable (Settings) -> SettingValue,
        store: @escaping @Sendable (inout Settings, SettingValue) -> Void
    ) {
        self.key = key
        self.page = page
        self.text = text
        self.since = since
        self.domain = domain
        self.path = path
        self.get = get
        self.store = store
    }

    /// The default value.
    public var defaultValue: SettingValue { self.get(Settings()) }

    /// True if the value differs from the default.
    public func isChanged(in settings: Settings) -> Bool { get(settings) != defaultValue }

    /// Restores the default.
    public func reset(in settings: inout Settings) { store(&settings, defaultValue) }

    /// Sets a typed value.
    /// - Throws: `SettingError` if the value has another type or is outside the range.
    public func set(_ value: SettingValue, in settings: inout Settings) throws(SettingError) {
        guard domain.accepts(value) else {
            throw SettingError(key: key, value: value.display, domain: domain)
        }
        store(&settings, value)
    }

    /// Sets a value that a person typed.
    /// - Throws: `SettingError` if it cannot be parsed or is outside the range.
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
        case .choice, .color, .text, .language, .phrase, .list, .voices, .servers, .webPages:
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
    /// True for a value of the right type within the range.
    public func accepts(_ value: SettingValue) -> Bool {
        switch (self, value) {
        case (.number(let range), .number(let number)): range.contains(number)
        case (.choice(let names), .text(let text)): names.contains(text)
        case (.color, .text(let text)): HexColor(text: text) != nil
        case (.language, .text(let text)):
            text.isEmpty || text == SpeechSettings.desktopLanguage || Self.isLanguageCode(text)
        case (.phrase, .text(let text)): WakePhrase.fault(of: text) == nil
        case (.list(let most), .text(let text)): Self.entries(of: text).count <= most
        case (.voices(let most), .text(let text)):
            Self.entries(of: text).count <= most && Self.entries(of: text).allSatisfy(Self.isLanguageVoice)
        case (.servers(let most), .text(let text)):
            Self.entries(of: text).count <= most
                && Self.entries(of: text).allSatisfy { (try? ServerAddress(String($0), schemes: [.http])) != nil }
        case (.webPages(let most), .text(let text)):
            Self.entries(of: text).count <= most && Self.entries(of: text).allSatisfy(Self.isPrivatePage)
        case (.flag, .flag), (.text, .text): true
        default: false
        }
    }

    /// True for an address, with or without a query, whose traffic others cannot read.
    private static func isPrivatePage(_ text: Substring) -> Bool {
        (try? ServerAddress(String(text.prefix { $0 != "?" }), schemes: [.http, .https]))?.isPrivate ?? false
    }

    private static func isLanguageVoice(_ entry: Substring) -> Bool {
        let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
        return parts.count == 2 && isLanguageCode(parts[0]) && !parts[1].isEmpty
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

    /// The entries of a list as typed: split at commas, semicolons and line ends, but not trimmed.
    public static func entries(of list: String) -> [Substring] { list.split { ",;\n".contains($0) } }
}
