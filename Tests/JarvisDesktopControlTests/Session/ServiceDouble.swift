// SPDX-License-Identifier: GPL-3.0-or-later
// Any service of a desktop, on a bus of the test's own.

import GioKit

/// Keeps the calls of its methods and gives prepared replies.
@MainActor
final class ServiceDouble {
    private(set) var calls: [String] = []
    var replies: [String: [BusValue]] = [:]
    var properties: [String: BusValue] = [:]
    /// Runs when a method is called, before it is answered.
    var onCall: (@MainActor (BusCall) throws -> Void)?
    let connection: BusConnection
    private var export: BusExport?

    /// - Parameters:
    ///   - methods: the types of arguments and results of each, as "su>b"; without ">" of the results alone.
    ///   - properties: names and types.
    init(
        _ name: String, path: String, interface: String, methods: [String: String],
        properties: [String: String] = [:], on connection: BusConnection
    ) async throws {
        self.connection = connection
        let object = BusObject(
            method: { [weak self] call in
                self?.calls.append(([call.method] + call.arguments.map { "\($0)" }).joined(separator: " "))
                try self?.onCall?(call)
                return self?.replies[call.method] ?? []
            }, property: { [weak self] in self?.properties[$0] })
        export = try connection.export(
            object, at: path,
            introspection: "<node><interface name=\"\(interface)\">"
                + methods.map { Self.method($0.key, $0.value) }.joined()
                + properties.map { "<property name=\"\($0.key)\" type=\"\($0.value)\" access=\"read\"/>" }.joined()
                + "</interface></node>")
        _ = try await connection.own(name)
    }

    /// It leaves the bus.
    func quit() { connection.close() }

    private static func method(_ name: String, _ types: String) -> String {
        let parts = types.split(separator: ">", omittingEmptySubsequences: false)
        let (given, results) = parts.count > 1 ? (parts[0], parts[1]) : ("", parts.first ?? "")
        return "<method name=\"\(name)\">" + arguments(given, "in") + arguments(results, "out") + "</method>"
    }

    /// Types of one letter each, and tables of values.
    private static func arguments(_ types: Substring, _ direction: String) -> String {
        types.replacing("a{sv}", with: "*").map {
            "<arg type=\"\($0 == "*" ? "a{sv}" : String($0))\" direction=\"\(direction)\"/>"
        }.joined()
    }
}
