// SPDX-License-Identifier: GPL-3.0-or-later
// Files of speech models, and tool descriptions that servers provide for language models.

@testable import JarvisSpeechModels
import JarvisPlatform
@testable import JarvisToolServers
@testable import JarvisUnderstanding

extension FuzzTarget {
    static let models = [
        FuzzTarget("onnx", onnx), FuzzTarget("voices", separator: "\n", voices), FuzzTarget("weights", weights),
        FuzzTarget("tools", opening: #"{"properties":{"#, separator: ",", closing: "}}\nwith path notes", tools),
    ]

    private static func onnx(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            if let metadata = ONNXMetadata(model: bytes) {
                let added = ONNXMetadata(["comment": "piper", "language": "en"])
                let longer = Array(bytes) + added.appendix
                let again = longer.withUnsafeBytes { ONNXMetadata(model: $0) }
                let expected = metadata.entries.merging(added.entries) { $1 }
                hold(again?.entries == expected, "what is appended to a model is read")
            }
            guard let graph = OnnxGraph(model: bytes) else { return }
            let outputs = graph.nodes.suffix(2).flatMap(\.outputs)
            let part = graph.part(computing: outputs, from: Array(graph.inputs.prefix(1)))
            let again = part.withUnsafeBytes { OnnxGraph(model: $0)?.nodes.count }
            hold(again.map { $0 <= graph.nodes.count } ?? false, "a part of a model is a model")
        }
    }

    /// Weights with the checksum that belongs to them, since nothing else would get past it.
    private static func weights(_ bytes: [UInt8]) {
        let sum = RequestFeatures.hash(bytes)
        let whole = bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
        _ = try? IntentWeights(bytes: bytes)
        guard let weights = try? IntentWeights(bytes: whole) else { return }
        for features in [[], ["w:timer"], Set((0..<300).map { "w:\($0)" })] {
            let likelihoods = weights.likelihoods(of: features)
            hold(likelihoods.count == weights.classes.count, "each class has a likelihood")
            hold(likelihoods.allSatisfy { (0...1).contains($0) }, "which is a share")
            hold(abs(likelihoods.reduce(0, +) - 1) < 1e-3, "all of them are the whole")
            let estimate = IntentEstimate(weights, features: features)
            _ = (estimate.best, estimate.likely, estimate.nothing)
        }
        guard let languages = try? LanguageRecognizer(bytes: whole) else { return }
        _ = languages.otherLanguage(of: "wie spät ist es")
    }

    private static func voices(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            _ = (TokenList.isWhole(bytes, isBase64: true), TokenList.isWhole(bytes, isBase64: false))
            if let vocabulary = MoonshineVocabulary(list: bytes) { _ = vocabulary.pieces(of: "Set a timer") }
        }
        if let tokens = PhonemeTokens(text: bytes.text) {
            hold(PhonemeTokens(text: tokens.text) == tokens, "phonemes that are written read the same")
        }
        if let description = VoiceDescription(json: bytes) {
            hold(VoiceDescription(json: description.json) == description, "a description of a voice, too")
        }
        if let configuration = try? PiperConfiguration(json: bytes) {
            let description = configuration.description(name: "voice", licence: "CC0")
            hold(VoiceDescription.rates.contains(description.sampleRateHertz), "a rate is one of sound")
            _ = (configuration.metadata.appendix, configuration.tokens.padded("hello".unicodeScalars))
        }
        _ = PiperVoiceConversion.licence(ofCard: bytes.text)
    }

    /// The first line holds a schema; the rest holds the words of a request with the tool's name.
    private static func tools(_ bytes: [UInt8]) {
        let (head, rest) = bytes.headAndRest
        guard let schema = (try? JSONValue(parsing: head))?.asObject else { return }
        let given: JSONValue = .object([
            "name": .text("write"), "description": .text(rest.text), "inputSchema": .object(schema),
        ])
        guard let tool = ToolDescription(given) else { return }
        let size = JSONValue.object(ModelToolText.parameters(of: tool)).bytes.count
        hold(size <= 24_000, "a schema for a model is short: \(size)")
        let server = ToolServer(name: "files", way: .command("files", arguments: []))
        let entry = ToolEntry(server: server, tool: tool)
        hold(ModelToolText.summary(of: entry).count <= 400, "so is what a tool does")
        let utterance = Utterance(String(rest.text.prefix(400)))
        let parameters = entry.parameters
        let arguments = ToolArguments(utterance, utterance.words.indices, for: parameters)
        let known = Set(parameters.map(\.name))
        hold(arguments.values.members.allSatisfy { known.contains($0.key) }, "arguments are the tool's own")
        for parameter in arguments.missing.prefix(20) { _ = parameter.question }
    }
}
