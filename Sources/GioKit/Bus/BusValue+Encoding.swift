// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes Swift values for D-Bus, according to a signature.

import CGio

extension BusValue {
    /// True if the value can be sent as `type`, a single complete type.
    func fits(_ type: Substring) -> Bool {
        switch (type.first, self) {
        case ("b", .flag), ("x", .integer), ("s", .text): true
        case ("v", .typed(let type, let value)): g_variant_type_string_is_valid(type) != 0 && value.fits(type[...])
        case ("v", .list(let members)): members.allSatisfy { $0.fits("v") }
        case ("v", .table(let entries)): entries.values.allSatisfy { $0.fits("v") }
        case ("v", _): true
        case ("d", .number), ("d", .integer): true
        case ("y", .integer(let value)): UInt8(exactly: value) != nil
        case ("n", .integer(let value)): Int16(exactly: value) != nil
        case ("q", .integer(let value)): UInt16(exactly: value) != nil
        case ("i", .integer(let value)): Int32(exactly: value) != nil
        case ("u", .integer(let value)): UInt32(exactly: value) != nil
        case ("t", .integer(let value)): value >= 0
        case ("o", .text(let path)): g_variant_is_object_path(path) != 0
        case ("g", .text(let signature)): g_variant_is_signature(signature) != 0
        case ("a", .table(let entries)):
            type.hasPrefix("a{s") && entries.values.allSatisfy { $0.fits(type.dropFirst(3).dropLast()) }
        case ("a", .list(let members)): members.allSatisfy { $0.fits(type.dropFirst()) }
        case ("(", .list(let members)), ("{", .list(let members)):
            Self.fit(members, Self.types(in: type.dropFirst().dropLast()))
        default: false
        }
    }

    /// True if each value fits the type at the same index.
    static func fit(_ values: [BusValue], _ types: [Substring]) -> Bool {
        values.count == types.count && zip(values, types).allSatisfy { $0.fits($1) }
    }

    /// The complete types in a signature, which must be valid.
    static func types(in signature: Substring) -> [Substring] {
        var types: [Substring] = []
        var rest = signature
        while !rest.isEmpty {
            var depth = 0
            var end = rest.startIndex
            repeat {
                let letter = rest[end]
                if letter == "(" || letter == "{" { depth += 1 }
                if letter == ")" || letter == "}" { depth -= 1 }
                end = rest.index(after: end)
                if letter == "a" { continue }
                if depth == 0 { break }
            } while end < rest.endIndex
            types.append(rest[..<end])
            rest = rest[end...]
        }
        return types
    }

    /// The values as a tuple, in a floating reference.
    /// - Parameter signature: The types, concatenated, such as "sa{sv}".
    /// - Throws: `BusFailure.mismatch` if the values don't match the signature.
    static func tuple(_ values: [BusValue], _ signature: String) throws(BusFailure) -> OpaquePointer {
        guard g_variant_is_signature(signature) != 0, case let types = types(in: signature[...]), fit(values, types)
        else { throw .mismatch(signature: signature) }
        return composed("(" + signature + ")", zip(values, types).map { $0.variant($1) })
    }

    /// The value as a variant of a type that it fits, in a floating reference.
    func variant(_ type: Substring) -> OpaquePointer {
        switch (type.first, self) {
        case ("b", .flag(let flag)): g_variant_new_boolean(flag ? 1 : 0)
        case ("y", .integer(let value)): g_variant_new_byte(UInt8(truncatingIfNeeded: value))
        case ("n", .integer(let value)): g_variant_new_int16(Int16(truncatingIfNeeded: value))
        case ("q", .integer(let value)): g_variant_new_uint16(UInt16(truncatingIfNeeded: value))
        case ("i", .integer(let value)): g_variant_new_int32(Int32(truncatingIfNeeded: value))
        case ("u", .integer(let value)): g_variant_new_uint32(UInt32(truncatingIfNeeded: value))
        case ("x", .integer(let value)): g_variant_new_int64(Int(value))
        case ("t", .integer(let value)): g_variant_new_uint64(UInt(truncatingIfNeeded: value))
        case ("d", .integer(let value)): g_variant_new_double(Double(value))
        case ("d", .number(let value)): g_variant_new_double(value)
        case ("s", .text(let text)): g_variant_new_string(text)
        case ("o", .text(let text)): g_variant_new_object_path(text)
        case ("g", .text(let text)): g_variant_new_signature(text)
        case ("v", .typed(let type, let value)): g_variant_new_variant(value.variant(type[...]))
        case ("v", _): g_variant_new_variant(variant(natural))
        case ("a", .table(let entries)):
            Self.composed(
                type,
                entries.sorted { $0.key < $1.key }.map { key, value in
                    g_variant_new_dict_entry(g_variant_new_string(key), value.variant(type.dropFirst(3).dropLast()))
                })
        case ("a", .list(let members)): Self.composed(type, members.map { $0.variant(type.dropFirst()) })
        case ("(", .list(let members)), ("{", .list(let members)):
            Self.composed(type, zip(members, Self.types(in: type.dropFirst().dropLast())).map { $0.variant($1) })
        default: preconditionFailure("\(self) was to be sent as \(type), which it does not fit")
        }
    }

    /// The type that a value is sent as by default.
    private var natural: Substring {
        switch self {
        case .flag: "b"
        case .integer: "x"
        case .number: "d"
        case .text: "s"
        case .list: "av"
        case .table: "a{sv}"
        case .typed: "v"
        }
    }

    /// An array, tuple or dictionary entry; takes over the members' floating references.
    private static func composed(_ type: some StringProtocol, _ members: [OpaquePointer?]) -> OpaquePointer {
        if type.first == "{" { return g_variant_new_dict_entry(members[0], members[1]) }
        guard type.first == "a" else { return g_variant_new_tuple(members, gsize(members.count)) }
        let element = g_variant_type_new(String(type.dropFirst()))
        defer { g_variant_type_free(element) }
        return g_variant_new_array(element, members, gsize(members.count))
    }
}
