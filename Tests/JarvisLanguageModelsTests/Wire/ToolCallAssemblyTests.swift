// SPDX-License-Identifier: GPL-3.0-or-later
// Assembling tool calls from the fragments that servers send.

import JarvisPlatform
import Testing

@testable import JarvisLanguageModels

struct ToolCallAssemblyTests {
    private typealias Fragment = ToolCallFragment

    private func calls(_ fragments: [ToolCallFragment]) -> [String] {
        var assembly = ToolCallAssembly()
        for fragment in fragments { assembly.add(fragment) }
        return assembly.calls().map { "\($0.id) \($0.name) \($0.arguments)" }
    }

    @Test func namesAreSanitizedAndTruncated() {
        let name = "\u{1B}]0;x\u{7}one\n" + String(repeating: "a", count: 4000)
        let made = calls([Fragment(id: "a", name: name, arguments: "{}")])[0]
        #expect(made.count < 220 && !made.unicodeScalars.contains { $0.value < 0x20 }, "\(made)")
    }

    @Test func fragmentsWithAnIndexAreJoined() {
        #expect(
            calls([
                Fragment(index: 0, id: "a", name: "one"), Fragment(index: 0, arguments: "{\"x\""),
                Fragment(index: 1, id: "b", name: "two"), Fragment(index: 0, arguments: ":1}"),
                Fragment(index: 1, arguments: "{}"),
            ]) == ["a one {\"x\":1}", "b two {}"])
    }

    @Test func fragmentsWithoutAnIndexFollowTheLastCall() {
        #expect(
            calls([
                Fragment(id: "a", name: "one"), Fragment(arguments: "{\"x\":"), Fragment(arguments: "1}"),
                Fragment(id: "b", name: "two", arguments: "{}"),
            ]) == ["a one {\"x\":1}", "b two {}"])
    }

    @Test func repeatedNameContinuesTheCall() {
        let parts = ["{\"x\"", ":", "1}"].map { Fragment(index: 0, id: "a", name: "one", arguments: $0) }
        #expect(calls(parts) == ["a one {\"x\":1}"])
        let anonymous = ["{\"x\"", ":1}"].map { Fragment(name: "one", arguments: $0) }
        #expect(calls(anonymous) == ["call_1 one {\"x\":1}"])
    }

    @Test func completeCallsWithTheSameIndexStaySeparate() {
        #expect(
            calls([
                Fragment(index: 0, id: "a", name: "one", arguments: "{}"),
                Fragment(index: 0, id: "b", name: "one", arguments: "{}"),
            ]) == ["a one {}", "b one {}"])
        #expect(
            calls([
                Fragment(index: 0, name: "one", arguments: "{}"), Fragment(index: 0, name: "one", arguments: "{}"),
            ]) == ["call_1 one {}", "call_2 one {}"])
        #expect(
            calls([
                Fragment(name: "one", arguments: "{}", isWhole: true),
                Fragment(name: "one", arguments: "{}", isWhole: true),
            ]).count == 2)
    }

    @Test func unnamedCallsAreIgnored() {
        #expect(calls([Fragment(index: 0, arguments: "{}")]).isEmpty)
    }

    @Test func callLengthAndCountAreBounded() {
        var assembly = ToolCallAssembly()
        for _ in 0..<300 {
            assembly.add(Fragment(index: 0, name: "one", arguments: String(repeating: "x", count: 1000)))
        }
        #expect(assembly.isOverfull)
        var many = ToolCallAssembly()
        for number in 0..<100 { many.add(Fragment(id: "\(number)", name: "one", arguments: "{}")) }
        #expect(many.isOverfull && many.calls().count == 32)
    }

    @Test func argumentsMustBeAnObject() {
        func values(_ arguments: String) -> Int? {
            ChatToolCall(id: "", name: "", arguments: arguments).values?.members.count
        }
        #expect(values("{\"a\":1}") == 1)
        #expect(values("") == 0 && values(" \n") == 0 && values("null") == 0)
        #expect(values("{\"a\":") == nil && values("[1]") == nil && values("ten minutes") == nil)
    }
}
