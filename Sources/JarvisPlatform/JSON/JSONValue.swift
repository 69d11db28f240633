// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as a value that preserves the order of keys, unknown keys, and every digit of numbers, so that files written by
// hand or by a later version survive a change by this one.

/// A JSON document, or a part of one.
public enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    /// A number as written, for example "1e3"; the literal is always valid JSON.
    case number(literal: String)
    case text(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Creates a number from an integer.
    public static func integer(_ value: Int64) -> JSONValue { .number(literal: String(value)) }

    /// A number in its shortest form; null for infinity and NaN, which JSON can't express.
    public static func number(_ value: Double) -> JSONValue {
        guard value.isFinite else { return .null }
        if let whole = Int64(exactly: value) { return .integer(whole) }
        return .number(literal: String(value))
    }

    public var asText: String? {
        if case .text(let text) = self { text } else { nil }
    }

    public var asFlag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }

    /// The number as an integer; nil if it isn't one, or doesn't fit.
    public var asInteger: Int64? {
        guard case .number(let literal) = self else { return nil }
        return Int64(literal) ?? Double(literal).flatMap { Int64(exactly: $0) }
    }

    /// The number as a non-negative integer; nil if it isn't one, or doesn't fit.
    public var asUnsigned: UInt64? {
        if case .number(let literal) = self { UInt64(literal) } else { nil }
    }

    /// The number as the nearest finite `Double`; nil if it isn't a number.
    public var asDouble: Double? {
        guard case .number(let literal) = self, let value = Double(literal), value.isFinite else { return nil }
        return value
    }

    public var asArray: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    public var asObject: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// True if an object at any depth repeats a key, because parsers differ in which of the values they use.
    public var repeatsKeys: Bool {
        switch self {
        case .array(let values): values.contains(where: \.repeatsKeys)
        case .object(let object):
            Set(object.members.map(\.key)).count < object.members.count
                || object.members.contains { $0.value.repeatsKeys }
        case .null, .flag, .number, .text: false
        }
    }
}

/// The members of a JSON object, in the order in which they were written.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key with its value.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSONValue

        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    public var members: [Member]

    public init(members: [Member] = []) {
        self.members = members
    }

    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }

    /// The value of a key (the last one if repeated). Setting keeps the key's position or appends it; setting nil
    /// removes it.
    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.key == key } }
            if let place = members.lastIndex(where: { $0.key == key }) {
                members[place].value = newValue
            } else {
                members.append(Member(key: key, value: newValue))
            }
        }
    }
}
