// SPDX-License-Identifier: GPL-3.0-or-later
// Represents D-Bus values in Swift.

import CGio

/// A D-Bus value. Variants are represented by their contents, and object paths by text.
public indirect enum BusValue: Hashable, Sendable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// An array or a tuple.
    case list([BusValue])
    /// A dictionary with text keys.
    case table([String: BusValue])
    /// A value to send as this type in a variant, for receivers that expect a type other than the default one. Received
    /// values are never of this case.
    case typed(String, BusValue)

    /// Reads a value without consuming it; returns nil for the few types that are not needed.
    init?(_ variant: OpaquePointer) {
        switch UInt8(truncatingIfNeeded: Int(g_variant_classify(variant).rawValue)) {
        case UInt8(ascii: "b"): self = .flag(g_variant_get_boolean(variant) != 0)
        case UInt8(ascii: "y"): self = .integer(Int64(g_variant_get_byte(variant)))
        case UInt8(ascii: "n"): self = .integer(Int64(g_variant_get_int16(variant)))
        case UInt8(ascii: "q"): self = .integer(Int64(g_variant_get_uint16(variant)))
        case UInt8(ascii: "i"): self = .integer(Int64(g_variant_get_int32(variant)))
        case UInt8(ascii: "u"): self = .integer(Int64(g_variant_get_uint32(variant)))
        case UInt8(ascii: "x"): self = .integer(Int64(g_variant_get_int64(variant)))
        case UInt8(ascii: "t"): self = .integer(Int64(clamping: g_variant_get_uint64(variant)))
        case UInt8(ascii: "d"): self = .number(g_variant_get_double(variant))
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            self = .text(g_variant_get_string(variant, nil).map { String(cString: $0) } ?? "")
        case UInt8(ascii: "v"), UInt8(ascii: "a"), UInt8(ascii: "("):
            guard let value = Self.container(variant) else { return nil }
            self = value
        default: return nil
        }
    }

    private static func container(_ variant: OpaquePointer) -> BusValue? {
        let children = (0..<g_variant_n_children(variant)).map { index -> BusValue? in
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            return BusValue(entry: child) ?? BusValue(child)
        }
        let type = g_variant_get_type_string(variant).map { String(cString: $0) } ?? ""
        if type == "v" { return children.first ?? nil }
        guard type.hasPrefix("a{s") else { return .list(children.compactMap(\.self)) }
        var table: [String: BusValue] = [:]
        for case .list(let pair)? in children {
            if pair.count == 2, case .text(let key) = pair[0] { table[key] = pair[1] }
        }
        return .table(table)
    }

    /// Reads a dictionary entry as a list of key and value.
    private init?(entry variant: OpaquePointer) {
        guard g_variant_classify(variant) == G_VARIANT_CLASS_DICT_ENTRY else { return nil }
        let parts = (0..<2).compactMap { (index: Int) -> BusValue? in
            guard let child = g_variant_get_child_value(variant, gsize(index)) else { return nil }
            defer { g_variant_unref(child) }
            return BusValue(child)
        }
        self = .list(parts)
    }
}

extension BusValue {
    /// A text as a literal in GVariant's text format, for call arguments.
    public static func literal(_ text: String) -> String {
        guard let variant = g_variant_ref_sink(g_variant_new_string(text)) else { return "''" }
        defer { g_variant_unref(variant) }
        guard let printed = g_variant_print(variant, 0) else { return "''" }
        defer { g_free(printed) }
        return String(cString: printed)
    }

    /// The value if it is a Boolean.
    public var asFlag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    /// The value if it is a whole number.
    public var asInteger: Int64? { if case .integer(let integer) = self { integer } else { nil } }
    /// The value if it is a number of any kind.
    public var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
    /// The value if it is a text.
    public var asText: String? { if case .text(let text) = self { text } else { nil } }
    /// The members if it is an array or a tuple.
    public var asList: [BusValue]? { if case .list(let list) = self { list } else { nil } }
    /// The entries if it is a dictionary of texts.
    public var asTable: [String: BusValue]? { if case .table(let table) = self { table } else { nil } }
}
