// SPDX-License-Identifier: GPL-3.0-or-later
// The stored unit of the conversation.

/// The kind of a message.
public enum MessageKind: String, Sendable, Codable, CaseIterable {
    /// Something the user said or typed.
    case user
    /// A reply by JARVIS, up to where it was heard.
    case assistant
    /// A note that the user asked to keep.
    case note
    /// A timer, alarm or reminder that came due.
    case reminder
    /// An event of a call.
    case call
    /// A call of a tool server's tool, made or declined.
    case action
}

/// How the user entered a message.
public enum MessageSource: String, Sendable, Codable {
    case voice, typed, command, system
}

/// A message before the store has assigned its identity and time.
public struct MessageDraft: Hashable, Sendable {
    public var turn: TurnID
    public var kind: MessageKind
    public var text: String
    public var source: MessageSource
    /// The skill that answered, if any.
    public var skill: String?
    /// True for interrupted speech: `text` ends with the last word that was heard.
    public var isCut: Bool
    /// The earlier answer that this one replaces after "try again"; both are stored.
    public var regenerates: MessageID?
    /// The tool call, if the message reports one.
    public var action: ToolAction?

    public init(
        turn: TurnID, kind: MessageKind, text: String, source: MessageSource, skill: String? = nil,
        isCut: Bool = false, regenerates: MessageID? = nil
    ) {
        self.turn = turn
        self.kind = kind
        self.text = text
        self.source = source
        self.skill = skill
        self.isCut = isCut
        self.regenerates = regenerates
    }

    /// Reports a tool call.
    public init(turn: TurnID, action: ToolAction) {
        self.init(turn: turn, kind: .action, text: action.text, source: .system)
        self.action = action
    }
}

/// One stored entry of the conversation history.
public struct Message: Hashable, Sendable, Identifiable {
    public var id: MessageID
    public var createdAt: Timestamp
    public var draft: MessageDraft

    public init(id: MessageID, createdAt: Timestamp, draft: MessageDraft) {
        self.id = id
        self.createdAt = createdAt
        self.draft = draft
    }

    public var turn: TurnID { draft.turn }
    public var kind: MessageKind { draft.kind }
    public var text: String { draft.text }
    public var source: MessageSource { draft.source }
    public var skill: String? { draft.skill }
    public var isCut: Bool { draft.isCut }
    public var regenerates: MessageID? { draft.regenerates }
    public var action: ToolAction? { draft.action }
}

extension Message {
    private static let unsavedPrefix = "unsaved-"

    /// A message that the store refused, kept in memory only.
    public init(unsaved draft: MessageDraft, createdAt: Timestamp) {
        self.init(
            id: MessageID(
                rawValue:
                    "\(Self.unsavedPrefix)\(draft.turn.rawValue)-\(draft.kind.rawValue)\(Self.place(of: draft, createdAt))"
            ),
            createdAt: createdAt, draft: draft)
    }

    /// Tells the tool calls of a turn apart; of every other kind a turn has only one message.
    private static func place(of draft: MessageDraft, _ time: Timestamp) -> String {
        draft.action.map { "-\(time.millisecondsSinceEpoch)-\($0.server)-\($0.tool)" } ?? ""
    }

    /// True if the store refused the message.
    public var isUnsaved: Bool { id.rawValue.hasPrefix(Self.unsavedPrefix) }
}
