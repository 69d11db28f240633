// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a notification, independent of the service that shows it. Pure.

/// A desktop notification.
public struct ServiceNotification: Hashable, Sendable {
    /// A button.
    public struct Button: Hashable, Sendable {
        /// The key that the service reports when the user presses the button.
        public var key: String
        public var label: String

        public init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }

        /// A click on the notification itself; most services show no button for this.
        public static func click(_ label: String) -> Button { Button(clickKey, label) }
        /// The key that the specification reserves for a click on the notification itself.
        public static let clickKey = "default"
    }

    /// How urgent a notification is; services sort by it, and the highest passes "do not disturb".
    public enum Urgency: Int64, Hashable, Sendable {
        case low, normal, critical
    }

    public var title: String
    public var body: String
    /// In display order.
    public var buttons: [Button]
    /// Added to the body if the service shows no buttons.
    public var withoutButtons: String
    public var urgency: Urgency
    /// Stays until withdrawn or dismissed, and is shown again if it goes away by itself.
    public var isResident: Bool
    /// Stays on the screen if the service keeps no list of notifications.
    public var isKept: Bool
    /// A category from the specification, such as "device" or "call.incoming".
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

/// A notification's content in the form that a particular service supports.
struct NotificationForm: Equatable {
    let title: String
    let body: String
    /// Keys and labels alternating.
    let buttons: [String]
    /// −1 if the service decides; 0 for never.
    let expiresAfterMilliseconds: Int64

    /// - Parameter capabilities: in the specification's words; nil if the service didn't report them in time.
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

    /// Escapes markup, so a reminder to buy "bread & <something>" appears as spoken.
    private static func escaped(_ text: String) -> String {
        let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
    }
}
