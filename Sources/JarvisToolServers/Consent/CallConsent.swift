// SPDX-License-Identifier: GPL-3.0-or-later
// Words the consent question for one call. Pure.

public import JarvisCore
public import JarvisPlatform

/// A call that needs the user's consent, or has it already.
public struct CallConsent: Hashable, Sendable {
    public var server: ToolServer
    public var tool: ToolDescription
    public var arguments: JSONObject
    /// The other computer that receives the result, such as that of a language model; `nil` if it stays here.
    public var resultHost: String?

    /// The most characters of arguments to speak. Longer ones are only shown.
    private static let longestSaid = 80

    public init(server: ToolServer, tool: ToolDescription, arguments: JSONObject, resultHost: String? = nil) {
        // If the server is on another computer, the data leaves this one anyway, which the question says.
        self.resultHost = server.remoteHost == nil ? resultHost : nil
        self.server = server
        self.tool = tool
        self.arguments = arguments
    }

    /// The call as shown in the window and the history before it has an outcome.
    public var action: ToolAction {
        ToolAction(server: server.name, tool: tool.name, arguments: Self.words(for: arguments))
    }

    /// The ways to allow the tool permanently. Only a hand can allow a destructive one: a misheard word must not.
    public var always: ConsentRequest.Always { tool.effect == .destroys ? .byHand : .byHandOrVoice }

    /// The question for the user.
    /// - Parameters:
    ///   - asksAnyway: True if earlier permissions don't count, so consent is for this call only.
    ///   - hasChanged: True if the tool was allowed earlier, with a different description.
    public func request(_ id: ConsentID, asksAnyway: Bool = false, hasChanged: Bool = false) -> ConsentRequest {
        let place = server.remoteHost.map { " at \($0)" } ?? ""
        return ConsentRequest(
            id: id, question: question(isForAll: !asksAnyway) + (hasChanged ? Self.changeNotice : ""),
            subject: "\(server.name) › \(tool.name)\(place)",
            arguments: action.arguments,
            // Only calls that were the user's own idea may be allowed permanently.
            always: asksAnyway ? .notOffered : always, grantsUntilEnd: tool.effect == .reads && !asksAnyway)
    }

    private static let changeNotice = " It has changed since you allowed it."

    /// The text of the question. It leaves out the server's description, which could say anything.
    /// - Parameter isForAll: Consent covers all read-only tools, if this is one.
    private func question(isForAll: Bool) -> String {
        let deed = (tool.isPlainlyNamed ? tool.words : "\"\(tool.words)\"") + said
        let host = (server.remoteHost.map { " Data is sent to \($0)." } ?? "") + (resultNotice.map { " " + $0 } ?? "")
        return switch tool.effect {
        case .reads where !isForAll: "Let \(server.name) run \(deed)? It only reads.\(host)"
        case .reads: "Let \(server.name) run all tools that only read? First: \(deed).\(host)"
        case .writes: "Let \(server.name) run \(deed)? It makes changes.\(host)"
        case .destroys: "Let \(server.name) run \(deed)? It may change or delete something.\(host)"
        }
    }

    /// A sentence for the user before a result leaves this computer; `nil` if it stays here.
    public var resultNotice: String? { resultHost.map { "Results from \(server.name) are sent to \($0)." } }

    /// The arguments in spoken form.
    private var said: String {
        guard !arguments.members.isEmpty else { return "" }
        let text = action.arguments.map { argument in
            "\(ToolDescription.words(of: argument.name)) "
                + "\(argument.value.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
        }.joined(separator: ", ")
        // A value with whole sentences could end the question and start another.
        let isPlain = action.arguments.allSatisfy { argument in
            PlainText.visible(argument.value) == argument.value && !argument.value.contains(where: \.isNewline)
                && !argument.value.contains("\"") && !Self.hasSentences(argument.value)
        }
        guard text.count <= Self.longestSaid, isPlain else {
            let count = arguments.members.count
            return count == 1 ? ", with a value shown on the screen" : ", with \(count) values shown on the screen"
        }
        return ", with " + text
    }

    /// True if text follows the end of a sentence.
    private static func hasSentences(_ text: String) -> Bool {
        zip(text, text.dropFirst()).contains { sign, next in ".?!;:…。？！".contains(sign) && next.isWhitespace }
    }

    /// The most rows to show. Further values share one row: thousands would be unreadable and slow down the window.
    private static let mostRows = 40

    /// The arguments for display: everything the call sends.
    public static func words(for arguments: JSONObject) -> [ConsentRequest.Argument] {
        let members = arguments.members
        let isLong = members.count > mostRows
        var words = members.prefix(isLong ? mostRows - 1 : mostRows)
            .map { ConsentRequest.Argument(name: $0.key, value: Self.words(for: $0.value)) }
        if isLong {
            let rest = Array(members.dropFirst(mostRows - 1))
            words.append(
                ConsentRequest.Argument(
                    name: "\(rest.count) more", value: JSONValue.object(JSONObject(members: rest)).line))
        }
        return words
    }

    private static func words(for value: JSONValue) -> String {
        switch value {
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        case .null: "nothing"
        default: value.line
        }
    }
}

extension ToolDescription {
    /// The spoken name: "read file" for "read_file" and "readFile".
    public var words: String { Self.words(of: name) }

    /// A name in camel case or with separators as lower-case words.
    public static func words(of name: String) -> String {
        var words = ""
        var previous: Character = " "
        for character in name {
            let begins = character.isUppercase && (previous.isLowercase || previous.isNumber)
            if begins, previous != " " { words.append(" ") }
            let isKept = character.isLetter || character.isNumber
            if isKept {
                words += character.lowercased()
            } else if !words.hasSuffix(" "), !words.isEmpty {
                words.append(" ")
            }
            previous = isKept ? character : " "
        }
        return words.trimmed
    }
}
