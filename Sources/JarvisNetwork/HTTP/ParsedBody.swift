// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that are streams of items: server-sent events, and JSON in lines.

/// Makes items out of a body, independently of how it is cut into pieces. Pure.
public protocol BodyParser: Sendable {
    associatedtype Item: Sendable
    /// The items that end in this piece.
    mutating func read(_ piece: [UInt8]) throws -> [Item]
    /// The last item, when the body ends without its mark.
    mutating func finish() throws -> Item?
}

/// The items of a body as they arrive, for one reader; ends as the body ends.
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

    /// The same for events of more than the usual length.
    /// - Parameter longest: in bytes; longer ones are cut there.
    public func events(longest: Int) -> ParsedBody<ServerSentEventReader> {
        ParsedBody(body, ServerSentEventReader(maximumLineBytes: longest))
    }

    /// The values of a body with one JSON value in each line.
    /// - Parameter server: Named in failures.
    public func jsonLines(server: String) -> ParsedBody<JSONLineReader> {
        ParsedBody(body, JSONLineReader(server: server))
    }
}
