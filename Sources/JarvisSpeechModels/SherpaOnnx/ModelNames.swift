// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the files of a model by their names, and chooses between variants of the same network. Pure.

/// The file names in a folder that may hold a model.
struct ModelNames {
    private let names: [String: Int]
    /// The names of the networks at the top level, sorted.
    private let networks: [String]

    init(_ names: [String: Int]) {
        self.names = names
        networks = names.keys.filter { !$0.contains("/") && ($0.hasSuffix(".onnx") || $0.hasSuffix(".ort")) }.sorted()
    }

    func has(_ name: String) -> String? { names[name] == nil ? nil : name }

    /// The network with this name, at any numerical precision.
    func network(_ stem: String) -> String? { best { $0 == stem } }
    func network(beginningWith start: String) -> String? { best { $0.hasPrefix(start) } }
    func network(endingIn end: String) -> String? { best { $0.hasSuffix(end) } }

    /// The folder's only network; nil if it has several. Copies at other precisions don't count.
    var onlyNetwork: String? {
        let stems = Set(networks.map(Self.stem))
        guard stems.count == 1, let stem = stems.first else { return nil }
        return network(stem)
    }

    /// The file "tokens.txt", or "NAME-tokens.txt" as for Whisper; nil if there is none.
    var tokens: String? {
        has("tokens.txt") ?? names.keys.sorted().first { !$0.contains("/") && $0.hasSuffix("-tokens.txt") }
    }

    /// A lexicon, preferably English; nil if there is none.
    var lexicon: String? { has("lexicon.txt") ?? has("lexicon-us-en.txt") }

    var piperConfiguration: String? { names.keys.sorted().first { !$0.contains("/") && $0.hasSuffix(".onnx.json") } }

    /// Files that belong to the model without being loaded by name: external weights, licences and descriptions.
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

    /// The network whose stem matches, preferably at 8-bit precision, which is smaller, faster and hardly worse.
    private func best(_ isRight: (String) -> Bool) -> String? {
        let found = networks.filter { isRight(Self.stem($0)) }
        return found.first { $0.contains(".int8.") } ?? found.first { Self.stem($0) + ".onnx" == $0 } ?? found.first
    }

    /// The file name without its extension and precision.
    private static func stem(_ name: String) -> String {
        var stem = name.hasSuffix(".onnx") ? name.dropLast(5) : name.dropLast(4)
        for precision in [".int8", ".fp16", ".fp32"] where stem.hasSuffix(precision) {
            stem = stem.dropLast(precision.count)
        }
        return String(stem)
    }
}
