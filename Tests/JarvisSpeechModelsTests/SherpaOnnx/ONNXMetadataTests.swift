// SPDX-License-Identifier: GPL-3.0-or-later
// Reading metadata from ONNX files, and appending to it.

import Testing

@testable import JarvisSpeechModels

@Suite struct ONNXMetadataTests {
    /// A model with an IR version (field 1), a graph (field 7) and an entry of metadata.
    private static let model: [UInt8] =
        [0x08, 0x08, 0x3A, 0x03, 1, 2, 3] + ONNXMetadata(["author": "somebody"]).appendix

    private func read(_ bytes: [UInt8]) -> [String: String]? {
        bytes.withUnsafeBytes { ONNXMetadata(model: $0)?.entries }
    }

    @Test func entriesAreReadAndCanBeAppended() {
        #expect(read(Self.model) == ["author": "somebody"])
        let long = String(repeating: "é", count: 300)
        let more = ONNXMetadata(["sample_rate": "22050", "comment": long])
        #expect(read(Self.model + more.appendix) == ["author": "somebody", "sample_rate": "22050", "comment": long])
    }

    @Test func anAppendedEntryReplacesAnEarlierOne() {
        #expect(read(Self.model + ONNXMetadata(["author": "else"]).appendix) == ["author": "else"])
    }

    @Test func appendedBytesAreValidProtocolBuffers() {
        #expect(ONNXMetadata(["a": "b"]).appendix == [0x72, 6, 0x0A, 1, 0x61, 0x12, 1, 0x62])
        #expect(ONNXMetadata([:]).appendix.isEmpty)
    }

    @Test func aTruncatedModelIsRejected() {
        for length in 0..<Self.model.count where length != 7 {
            #expect(read(Array(Self.model.prefix(length))) == nil, "\(length) bytes")
        }
    }

    @Test func otherFilesAreRejected() {
        #expect(read(Array("<html>not found</html>".utf8)) == nil)
        #expect(read([UInt8](repeating: 0, count: 100)) == nil)
        #expect(read([UInt8](repeating: 0xFF, count: 100)) == nil)
        #expect(read([0x08, 0x08]) == nil, "a model has a graph")
    }
}
