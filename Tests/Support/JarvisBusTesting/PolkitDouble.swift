// SPDX-License-Identifier: GPL-3.0-or-later
// A double of polkit on the test's own bus; answers as the test sets it.

public import GioKit

/// An authority with a preset answer.
@MainActor
public final class PolkitDouble {
    /// How the next request is answered.
    public enum Answer: Sendable {
        case yes, no, dismissed, noAgent
        case failure(BusError)
    }

    public var answer: Answer
    /// The requested actions, and who requested them.
    public private(set) var questions: [(action: String, subject: String)] = []
    private let connection: BusConnection
    private var export: BusExport?

    public init(on connection: BusConnection, answer: Answer) async throws {
        self.connection = connection
        self.answer = answer
        let object = BusObject(method: { [weak self] in try self?.check($0) ?? [] })
        export = try connection.export(
            object, at: "/org/freedesktop/PolicyKit1/Authority", introspection: Self.introspection)
        _ = try await connection.own("org.freedesktop.PolicyKit1")
    }

    private func check(_ call: BusCall) throws -> [BusValue] {
        let subject = call.arguments[0].asList?.last?.asTable?["name"]?.asText ?? ""
        questions.append((call.arguments[1].asText ?? "", subject))
        switch answer {
        case .yes: return [Self.result(true, false)]
        case .no: return [Self.result(false, false)]
        case .dismissed: return [Self.result(false, true, ["polkit.dismissed": .text("true")])]
        case .noAgent: return [Self.result(false, true)]
        case .failure(let error): throw error
        }
    }

    private static func result(
        _ isAuthorized: Bool, _ isChallenge: Bool, _ details: [String: BusValue] = [:]
    ) -> BusValue {
        .list([.flag(isAuthorized), .flag(isChallenge), .table(details)])
    }

    private static let introspection = """
        <node><interface name="org.freedesktop.PolicyKit1.Authority">
        <method name="CheckAuthorization"><arg type="(sa{sv})" direction="in"/><arg type="s" direction="in"/>
        <arg type="a{ss}" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
        <arg type="(bba{ss})" direction="out"/></method></interface></node>
        """
}
