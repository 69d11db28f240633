// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as a value that keeps what it was given: the order of keys, unknown keys, and numbers to the last digit.
// That is what lets a file written by hand or by a later version survive being changed by this one.

/// A JSON document or a part of one.
public enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    /// A number as it is written, for example "1e3"; always a valid JSON number.
    case number(literal: String)
    case text(String)
    case array([JSONValue])
    case object(JSONObject)

    /// A whole number.
    public static func integer(_ value: Int64) -> JSONValue { .number(literal: String(value)) }

    /// A number in its shortest form; null when it is infinite or not a number, for which JSON has no word.
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

    /// The number, when it is whole and fits.
    public var asInteger: Int64? {
        guard case .number(let literal) = self else { return nil }
        return Int64(literal) ?? Double(literal).flatMap { Int64(exactly: $0) }
    }

    /// The number, when it is whole, not negative and fits.
    public var asUnsigned: UInt64? {
        if case .number(let literal) = self { UInt64(literal) } else { nil }
    }

    /// The nearest finite number.
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

    /// True where an object, at any depth, has a key twice: readers differ in which of them counts.
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

/// The members of a JSON object in the order in which they are written.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
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

    /// The value of a key (the last one, when it is there twice). Setting keeps the key's place or adds it at the end;
    /// setting nil removes it.
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
