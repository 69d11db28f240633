// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a tool call, as text of limited length. Pure.

import JarvisCore
import JarvisPlatform

/// The result of a call.
public struct ToolOutcome: Hashable, Sendable {
    public var text: String
    /// The tool reports a failure; the text says why.
    public var isError: Bool
    /// The length of the text before it was cut, in bytes.
    public var wholeBytes: Int

    /// The usual limit. More text is useless to a model, and of little use to people.
    public static let usualLimitBytes = 16_384

    public var isCut: Bool { wholeBytes > text.utf8.count }

    /// - Parameter limitBytes: The maximum length of `text` in bytes.
    init(_ result: JSONObject, limitBytes: Int) {
        isError = result["isError"]?.asFlag ?? false
        var parts = (result["content"]?.asArray ?? []).compactMap { $0.asObject.flatMap(Self.text) }
        if parts.isEmpty, let structured = result["structuredContent"] { parts = [structured.line] }
        let whole = parts.joined(separator: "\n")
        wholeBytes = whole.utf8.count
        text = whole.beginning(ofBytes: limitBytes)
    }

    private static func text(of part: JSONObject) -> String? {
        switch part["type"]?.asText {
        case "text": part["text"]?.asText
        case "image": "[an image was returned]"
        case "audio": "[a sound was returned]"
        case "resource":
            part["resource"]?.asObject?["text"]?.asText
                ?? "[a file was returned: \(part["resource"]?.asObject?["uri"]?.asText ?? "unnamed")]"
        case "resource_link": "[a link was returned: \(part["uri"]?.asText ?? "unnamed")]"
        case let kind: "[something of the kind \"\(kind ?? "")\" was returned]"
        }
    }
}
