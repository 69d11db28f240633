// SPDX-License-Identifier: GPL-3.0-or-later
// Converting values to D-Bus types and back.

import CGio
import Testing

@testable import GioKit

struct BusValueTests {
    @Test(
        arguments: [
            ("", []), ("s", [.text("ä")]),
            ("bynqiuxtd", [.flag(true)] + Array(repeating: .integer(7), count: 7) + [.number(0.5)]),
            ("og", [.text("/a/b"), .text("a{sv}")]), ("as", [.list([.text("a"), .text("b")])]), ("ai", [.list([])]),
            ("(si)a(sb)", [.list([.text("a"), .integer(1)]), .list([.list([.text("b"), .flag(false)])])]),
            ("a{sv}", [.table(["k": .table(["n": .list([.integer(1), .text("x")])])])]),
            ("a{si}", [.table(["k": .integer(4)])]),
            ("aas", [.list([.list([.text("a")]), .list([])])]), ("v", [.text("x")]),
            ("a{is}", [.list([.list([.integer(1), .text("a")])])]),
        ] as [(String, [BusValue])])
    func encodedValuesRoundTrip(signature: String, values: [BusValue]) throws {
        let variant = try #require(g_variant_ref_sink(try BusValue.tuple(values, signature)))
        defer { g_variant_unref(variant) }
        #expect(g_variant_get_type_string(variant).map { String(cString: $0) } == "(\(signature))")
        #expect(BusValue(variant)?.asList == values)
    }

    @Test func variantsCanHoldAnExplicitType() throws {
        let values: [String: BusValue] = [
            "state": .typed("i", .integer(1)), "path": .typed("o", .text("/a")),
            "items": .list([.typed("(ia{sv})", .list([.integer(2), .table(["b": .flag(true)])]))]),
        ]
        let variant = try #require(g_variant_ref_sink(try BusValue.tuple([.table(values)], "a{sv}")))
        defer { g_variant_unref(variant) }
        let printed = try #require(g_variant_print(variant, 1))
        defer { g_free(printed) }
        #expect(
            String(cString: printed)
                == "({'items': <[<(2, {'b': <true>})>]>, 'path': <objectpath '/a'>, 'state': <1>},)")
        for wrong in [BusValue.typed("i", .text("x")), .typed("(i", .integer(1)), .typed("", .flag(true))] {
            #expect(throws: BusFailure.mismatch(signature: "v")) { try BusValue.tuple([wrong], "v") }
        }
        #expect(throws: BusFailure.mismatch(signature: "i")) {
            try BusValue.tuple([.typed("i", .integer(1))], "i")
        }
    }

    @Test(
        arguments: [
            ("s", []), ("s", [.integer(1)]), ("y", [.integer(256)]), ("n", [.integer(40_000)]), ("u", [.integer(-1)]),
            ("t", [.integer(-1)]), ("o", [.text("a b")]), ("g", [.text("(")]), ("as", [.list([.flag(true)])]),
            ("(si)", [.list([.text("a")])]), ("a{si}", [.table(["a": .text("b")])]), ("q", [.integer(1), .integer(2)]),
            ("z", [.text("a")]), ("(s", [.text("a")]), ("h", [.integer(0)]),
        ] as [(String, [BusValue])])
    func mismatchedValuesAreRejected(signature: String, values: [BusValue]) {
        #expect(throws: BusFailure.mismatch(signature: signature)) { try BusValue.tuple(values, signature) }
    }
}
