// SPDX-License-Identifier: GPL-3.0-or-later
// Tool calls as the history stores them.

import JarvisCore
import JarvisPlatform

extension ToolAction {
    /// Nil if the server or the tool is missing.
    init?(_ object: JSONObject) {
        guard let server = object["server"]?.asText, let tool = object["tool"]?.asText else { return nil }
        let arguments = (object["arguments"]?.asArray ?? []).compactMap { value -> ConsentRequest.Argument? in
            guard let pair = value.asArray, pair.count == 2, let name = pair[0].asText, let given = pair[1].asText
            else { return nil }
            return ConsentRequest.Argument(name: name, value: given)
        }
        self.init(
            server: server, tool: tool, arguments: arguments,
            ground: object["allowedBy"]?.asText.flatMap(Ground.init),
            resultBytes: object["bytes"]?.asInteger.flatMap { Int(exactly: $0) },
            milliseconds: object["milliseconds"]?.asInteger, failure: object["failure"]?.asText)
    }

    var object: JSONObject {
        var object: JSONObject = ["server": .text(server), "tool": .text(tool)]
        if !arguments.isEmpty {
            object["arguments"] = .array(arguments.map { .array([.text($0.name), .text($0.value)]) })
        }
        object["allowedBy"] = ground.map { .text($0.rawValue) }
        object["bytes"] = resultBytes.map { .integer(Int64($0)) }
        object["milliseconds"] = milliseconds.map(JSONValue.integer)
        object["failure"] = failure.map(JSONValue.text)
        return object
    }
}
