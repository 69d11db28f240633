// SPDX-License-Identifier: GPL-3.0-or-later
// Parses bodies that are streams of items: server-sent events, and JSON in lines.

/// Parses a body into items, regardless of how it is split into pieces. Pure.
public protocol BodyParser: Sendable {
    associatedtype Item: Sendable
    /// The items completed by this piece.
    mutating func read(_ piece: [UInt8]) throws -> [Item]
    /// The last item, if the body ends without its delimiter.
    mutating func finish() throws -> Item?
}

/// The items of a body as they arrive, for one reader; ends when the body does.
public struct ParsedBody<Parser: BodyParser>: AsyncSequence, Sendable {
    public typealias Element = Parser.Item

    private let body: HTTPBody
    private let parser: Parser

    init(_ body: HTTPBody, _ parser: Parser) {
        self.body = body
        self.parser = parser
    }

    public func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator(), parser: parser) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: HTTPBody.Iterator?
        fileprivate var parser: Parser
        private var items: ArraySlice<Parser.Item> = []

        fileprivate init(pieces: HTTPBody.Iterator, parser: Parser) {
            self.pieces = pieces
            self.parser = parser
        }

        public mutating func next() async throws -> Parser.Item? {
            while items.isEmpty {
                guard let piece = try await pieces?.next() else {
                    guard pieces != nil else { return nil }
                    pieces = nil
                    return try parser.finish()
                }
                items = try parser.read(piece)[...]
            }
            return items.popFirst()
        }
    }
}

extension HTTPResponse {
    /// The server-sent events of the body.
    public var events: ParsedBody<ServerSentEventReader> { ParsedBody(body, ServerSentEventReader()) }

    /// The server-sent events of the body, with a different limit on their length.
    /// - Parameter longest: The limit in bytes; longer events are truncated.
    public func events(longest: Int) -> ParsedBody<ServerSentEventReader> {
        ParsedBody(body, ServerSentEventReader(maximumLineBytes: longest))
    }

    /// The JSON values of a body that has one per line.
    /// - Parameter server: The server's name in failures.
    public func jsonLines(server: String) -> ParsedBody<JSONLineReader> {
        ParsedBody(body, JSONLineReader(server: server))
    }
}
