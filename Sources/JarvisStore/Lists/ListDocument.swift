// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON form of lists. Pure functions on values.

import JarvisCore
import JarvisPlatform

enum ListDocument {
    static func isList(_ object: JSONObject) -> Bool { object["name"]?.asText != nil }

    static func isItem(_ object: JSONObject) -> Bool {
        object["list"]?.asText != nil && object["text"]?.asText != nil
    }

    /// True for a list, an item, or an object without any of their keys, which a later version may have written.
    static func isReadable(_ value: JSONValue) -> Bool {
        guard let object = value.asObject else { return false }
        let keys = ["name", "list", "text"]
        return isList(object) || isItem(object) || keys.allSatisfy { object[$0] == nil }
    }

    /// The lists in file order. An item for an undeclared list adds that list at the end.
    static func lists(of document: JSONObject) -> [NamedList] {
        var lists: [NamedList] = []
        var places: [String: Int] = [:]
        func place(of name: String) -> Int {
            if let place = places[name] { return place }
            places[name] = lists.count
            lists.append(NamedList(name: name))
            return lists.count - 1
        }
        for object in objects(document["lists"]) {
            if let name = object["name"]?.asText { _ = place(of: name) }
        }
        for object in objects(document["items"]) {
            guard let name = object["list"]?.asText, let text = object["text"]?.asText else { continue }
            lists[place(of: name)].items.append(text)
        }
        return lists
    }

    /// Replaces the document's lists and items. Keeps unknown keys and unknown entries.
    static func write(_ lists: [NamedList], into document: inout JSONObject) {
        var kept = Kept(document)
        document["lists"] = .array(
            lists.map { .object(kept.take(nil, $0.name) ?? ["name": .text($0.name)]) } + kept.unknownLists)
        let items = lists.flatMap { list in list.items.map { (list.name, $0) } }
        document["items"] = .array(
            items.map { .object(kept.take($0, $1) ?? ["list": .text($0), "text": .text($1)]) } + kept.unknownItems)
    }

    private static func objects(_ value: JSONValue?) -> [JSONObject] {
        (value?.asArray ?? []).compactMap(\.asObject)
    }

    /// The entries of a document, claimed one by one.
    private struct Kept {
        private struct Key: Hashable {
            /// Nil if the entry is a list itself.
            var list: String?
            var text: String
        }

        private var objects: [Key: [JSONObject]] = [:]
        var unknownLists: [JSONValue] = []
        var unknownItems: [JSONValue] = []

        init(_ document: JSONObject) {
            for value in document["lists"]?.asArray ?? [] {
                if let object = value.asObject, let name = object["name"]?.asText {
                    objects[Key(list: nil, text: name), default: []].append(object)
                } else {
                    unknownLists.append(value)
                }
            }
            for value in document["items"]?.asArray ?? [] {
                if let object = value.asObject, let list = object["list"]?.asText, let text = object["text"]?.asText {
                    objects[Key(list: list, text: text), default: []].append(object)
                } else {
                    unknownItems.append(value)
                }
            }
        }

        mutating func take(_ list: String?, _ text: String) -> JSONObject? {
            let key = Key(list: list, text: text)
            guard var found = objects[key], !found.isEmpty else { return nil }
            defer { objects[key] = found }
            return found.removeFirst()
        }
    }
}
