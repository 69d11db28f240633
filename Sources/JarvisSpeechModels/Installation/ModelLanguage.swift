// SPDX-License-Identifier: GPL-3.0-or-later
// Guesses a model's language from its name and its network's metadata. Pure.

enum ModelLanguage {
    private static let codes = Set(SpokenLanguage.codes.values)
    /// Codes that are also common words in names; they count only together with a region: "no_no".
    private static let words: Set = ["am", "as", "be", "is", "it", "la", "my", "no", "or", "so"]

    /// A code such as "en"; empty if unknown, or for several languages.
    /// - Parameters:
    ///   - id: The model's name, such as "whisper-tiny.en" or "vits-piper-de_DE-thorsten-medium".
    ///   - metadata: The metadata of the model's network.
    static func guess(_ id: String, _ metadata: [String: String]) -> String {
        if let tag = metadata["language"]?.lowercased() {
            let code = SpokenLanguage.codes[tag] ?? SpokenLanguage.code(tag)
            if codes.contains(code) { return code }
        }
        let parts = id.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init)
        let regions = Set(parts.filter { $0.utf8.count == 5 && $0.dropFirst(2).first == "_" }.map(SpokenLanguage.code))
        let plain = parts.flatMap { $0.split(separator: "_").map(String.init) }
        let candidates = [
            regions.intersection(codes), Set(plain.compactMap { SpokenLanguage.codes[$0] }),
            Set(plain).intersection(codes).subtracting(words),
        ]
        guard let found = candidates.first(where: { !$0.isEmpty }), found.count == 1 else { return "" }
        return found.first ?? ""
    }
}
