// SPDX-License-Identifier: GPL-3.0-or-later
// A double of any D-Bus service, on the test's own bus.

import GioKit

/// Records method calls and returns prepared replies.
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
    ///   - methods: argument and result types of each, as in "su>b"; without ">", result types only.
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

    /// Leaves the bus.
    func quit() { connection.close() }

    private static func method(_ name: String, _ types: String) -> String {
        let parts = types.split(separator: ">", omittingEmptySubsequences: false)
        let (given, results) = parts.count > 1 ? (parts[0], parts[1]) : ("", parts.first ?? "")
        return "<method name=\"\(name)\">" + arguments(given, "in") + arguments(results, "out") + "</method>"
    }

    /// Supports one-letter types and a{sv}.
    private static func arguments(_ types: Substring, _ direction: String) -> String {
        types.replacing("a{sv}", with: "*").map {
            "<arg type=\"\($0 == "*" ? "a{sv}" : String($0))\" direction=\"\(direction)\"/>"
        }.joined()
    }
}
