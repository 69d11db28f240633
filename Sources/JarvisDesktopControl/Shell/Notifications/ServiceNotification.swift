// SPDX-License-Identifier: GPL-3.0-or-later
// What a notification says and offers, before it is known what the service for notifications can show of it. Pure.

/// A notification of the desktop.
public struct ServiceNotification: Hashable, Sendable {
    /// A button.
    public struct Button: Hashable, Sendable {
        /// What the service calls it by when it is pressed.
        public var key: String
        public var label: String

        public init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }

        /// A click on the notification itself; most services show no button for it.
        public static func click(_ label: String) -> Button { Button(clickKey, label) }
        /// The key that the specification reserves for a click on the notification itself.
        public static let clickKey = "default"
    }

    /// How much a notification presses; services sort by it, and let the highest one through "do not disturb".
    public enum Urgency: Int64, Hashable, Sendable {
        case low, normal, critical
    }

    public var title: String
    public var body: String
    /// In their order on the screen.
    public var buttons: [Button]
    /// Added to the body where the service shows no buttons.
    public var withoutButtons: String
    public var urgency: Urgency
    /// It stays until it is taken back or dismissed, and is shown again when it goes by itself.
    public var isResident: Bool
    /// It stays on the screen where the service keeps no list of what came.
    public var isKept: Bool
    /// "device", "call.incoming" and the like, as the specification lists them.
    public var category: String

    public init(
        title: String, body: String = "", buttons: [Button] = [], withoutButtons: String = "",
        urgency: Urgency = .normal, isResident: Bool = false, isKept: Bool = false, category: String
    ) {
        self.title = title
        self.body = body
        self.buttons = buttons
        self.withoutButtons = withoutButtons
        self.urgency = urgency
        self.isResident = isResident
        self.isKept = isKept
        self.category = category
    }
}

/// A notification as one service gets it.
struct NotificationForm: Equatable {
    let title: String
    let body: String
    /// Keys and labels by turns.
    let buttons: [String]
    /// -1: the service decides; 0: never.
    let expiresAfterMilliseconds: Int64

    /// - Parameter capabilities: in the words of the specification; nil: the service did not name them in time.
    init(_ content: ServiceNotification, for capabilities: Set<String>?) {
        let can = capabilities ?? ["actions", "body"]
        let hasButtons = can.contains("actions")
        let lines = [content.body, hasButtons ? "" : content.withoutButtons].filter { !$0.isEmpty }
        if can.contains("body") {
            title = content.title
            let text = lines.joined(separator: "\n")
            body = can.contains("body-markup") ? Self.escaped(text) : text
        } else {
            title = ([content.title] + lines).joined(separator: " · ")
            body = ""
        }
        buttons = hasButtons ? content.buttons.flatMap { [$0.key, $0.label] } : []
        let stays = content.isResident || content.isKept && !can.contains("persistence")
        expiresAfterMilliseconds = stays ? 0 : -1
    }

    /// A reminder to buy "bread & <something>" is shown as it was said.
    private static func escaped(_ text: String) -> String {
        let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
    }
}
