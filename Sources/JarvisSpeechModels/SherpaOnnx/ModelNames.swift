// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a model's files, and which of several kinds of the same network is taken. Pure.

/// The files of a folder that may be a model.
struct ModelNames {
    private let names: [String: Int]
    /// The networks at the top of the folder, sorted.
    private let networks: [String]

    init(_ names: [String: Int]) {
        self.names = names
        networks = names.keys.filter { !$0.contains("/") && ($0.hasSuffix(".onnx") || $0.hasSuffix(".ort")) }.sorted()
    }

    func has(_ name: String) -> String? { names[name] == nil ? nil : name }

    /// The one network with this name, whatever the precision of its numbers.
    func network(_ stem: String) -> String? { best { $0 == stem } }
    func network(beginningWith start: String) -> String? { best { $0.hasPrefix(start) } }
    func network(endingIn end: String) -> String? { best { $0.hasSuffix(end) } }

    /// The network of a folder that has no other; copies with other numbers count as one.
    var onlyNetwork: String? {
        let stems = Set(networks.map(Self.stem))
        guard stems.count == 1, let stem = stems.first else { return nil }
        return network(stem)
    }

    /// "tokens.txt", or "NAME-tokens.txt" as Whisper's are called.
    var tokens: String? {
        has("tokens.txt") ?? names.keys.sorted().first { !$0.contains("/") && $0.hasSuffix("-tokens.txt") }
    }

    /// A lexicon, English before others.
    var lexicon: String? { has("lexicon.txt") ?? has("lexicon-us-en.txt") }

    var piperConfiguration: String? { names.keys.sorted().first { !$0.contains("/") && $0.hasSuffix(".onnx.json") } }

    /// Weights that a network keeps in files of their own, licences and descriptions.
    func companions(of files: SpeechModelFiles) -> [String] {
        let used = Set(files.paths.values)
        let stems = used.filter { $0.hasSuffix(".onnx") }.map { $0.dropLast(".onnx".count) }
        return names.keys.filter { name in
            guard !name.contains("/"), !used.contains(name) else { return false }
            let isDescription = Self.descriptions.contains { name.uppercased().hasPrefix($0) }
            let isData = name.hasSuffix(".weights") || name.hasSuffix(".data")
            return isDescription || (isData && stems.contains { name.hasPrefix($0 + ".") })
        }.sorted()
    }

    private static let descriptions = ["LICENSE", "LICENCE", "COPYING", "README", "MODEL_CARD", "NOTICE"]

    /// The network whose stem is right. Numbers of 8 bits are smaller, faster and hardly worse.
    private func best(_ isRight: (String) -> Bool) -> String? {
        let found = networks.filter { isRight(Self.stem($0)) }
        return found.first { $0.contains(".int8.") } ?? found.first { Self.stem($0) + ".onnx" == $0 } ?? found.first
    }

    /// The name without its ending and the precision of its numbers.
    private static func stem(_ name: String) -> String {
        var stem = name.hasSuffix(".onnx") ? name.dropLast(5) : name.dropLast(4)
        for precision in [".int8", ".fp16", ".fp32"] where stem.hasSuffix(precision) {
            stem = stem.dropLast(precision.count)
        }
        return String(stem)
    }
}
