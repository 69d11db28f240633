// SPDX-License-Identifier: GPL-3.0-or-later
// One call before it is made: the question whether it may be, in words. Pure.

public import JarvisCore
public import JarvisPlatform

/// A call that the user has to agree to, or has agreed to before.
public struct CallConsent: Hashable, Sendable {
    public var server: ToolServer
    public var tool: ToolDescription
    public var arguments: JSONObject
    /// The other computer that reads what the tool returns: that of a language model; nil for none.
    public var resultHost: String?

    /// What is longer than this is on the screen, and is not said.
    private static let longestSaid = 80

    public init(server: ToolServer, tool: ToolDescription, arguments: JSONObject, resultHost: String? = nil) {
        // What is on another computer already leaves this one by being asked for, which is said anyway.
        self.resultHost = server.remoteHost == nil ? resultHost : nil
        self.server = server
        self.tool = tool
        self.arguments = arguments
    }

    /// The call as the window and the history show it, before anything has come of it.
    public var action: ToolAction {
        ToolAction(server: server.name, tool: tool.name, arguments: Self.words(for: arguments))
    }

    /// A misheard word must not allow for good what may destroy something.
    public var always: ConsentRequest.Always { tool.effect == .destroys ? .byHand : .byHandOrVoice }

    /// - Parameters:
    ///   - asksAnyway: What was allowed before does not count, so that an agreement is to this call only.
    ///   - hasChanged: The tool was allowed before, when its server described it otherwise.
    public func request(_ id: ConsentID, asksAnyway: Bool = false, hasChanged: Bool = false) -> ConsentRequest {
        let place = server.remoteHost.map { " at \($0)" } ?? ""
        return ConsentRequest(
            id: id, question: question(isForAll: !asksAnyway) + (hasChanged ? Self.changeNotice : ""),
            subject: "\(tool.name) of \(server.name)\(place)",
            arguments: action.arguments,
            // For good is allowed what the user has thought of.
            always: asksAnyway ? .notOffered : always, grantsUntilEnd: tool.effect == .reads && !asksAnyway)
    }

    private static let changeNotice = " It is not what it was when you allowed it for good."

    /// What is asked. Nothing in it but names and arguments comes from the server: its own words could say anything.
    /// - Parameter isForAll: An agreement is to all tools that only read, where this one does.
    private func question(isForAll: Bool) -> String {
        let deed = (tool.isPlainlyNamed ? tool.words : "\"\(tool.words)\"") + said
        let host = (server.remoteHost.map { " It is sent to \($0)." } ?? "") + (resultNotice.map { " " + $0 } ?? "")
        return switch tool.effect {
        case .reads where !isForAll: "May I use \(deed), of \(server.name)? It only reads.\(host)"
        case .reads: "May I use the tools of \(server.name) that only read? Now: \(deed).\(host)"
        case .writes: "May I use \(deed), of \(server.name)? It changes something.\(host)"
        case .destroys: "May I use \(deed), of \(server.name)? It may change or delete something.\(host)"
        }
    }

    /// Said before what a tool returns leaves this computer; nil where it does not.
    public var resultNotice: String? { resultHost.map { "What \(server.name) returns is sent to \($0)." } }

    /// The arguments as they are said.
    private var said: String {
        guard !arguments.members.isEmpty else { return "" }
        let text = action.arguments.map { argument in
            "\(ToolDescription.words(of: argument.name)) \(argument.value.split(whereSeparator: \.isWhitespace).joined(separator: " "))"
        }.joined(separator: ", ")
        // A value that is more than words could end the question and begin another one.
        let isPlain = action.arguments.allSatisfy { argument in
            PlainText.visible(argument.value) == argument.value && !argument.value.contains(where: \.isNewline)
                && !argument.value.contains("\"") && !Self.hasSentences(argument.value)
        }
        guard text.count <= Self.longestSaid, isPlain else {
            let count = arguments.members.count
            return count == 1 ? ", with a value that is on the screen" : ", with \(count) values that are on the screen"
        }
        return ", with " + text
    }

    /// True where something follows the end of a sentence.
    private static func hasSentences(_ text: String) -> Bool {
        zip(text, text.dropFirst()).contains { sign, next in ".?!;:…。？！".contains(sign) && next.isWhitespace }
    }

    /// More values than these are told together: thousands of rows cannot be read, and hold the window up.
    private static let mostRows = 40

    /// Everything that is sent, for people.
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
    /// The name as it is said: "read file" for "read_file" and "readFile".
    public var words: String { Self.words(of: name) }

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
