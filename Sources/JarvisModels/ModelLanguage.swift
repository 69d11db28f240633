// SPDX-License-Identifier: GPL-3.0-or-later
// The language of a model of which nothing else is known. Pure.

enum ModelLanguage {
    private static let names = [
        "english": "en", "chinese": "zh", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
        "russian": "ru", "japanese": "ja", "korean": "ko", "portuguese": "pt", "dutch": "nl", "polish": "pl",
    ]
    private static let codes = Set(names.values)

    /// A code such as "en"; empty when nothing tells, or for many languages.
    /// - Parameters:
    ///   - id: The model's name, as "whisper-tiny.en" or "vits-piper-de_DE-thorsten-medium".
    ///   - metadata: What its network says about itself.
    static func guess(_ id: String, _ metadata: [String: String]) -> String {
        if let name = metadata["language"]?.lowercased(), let code = names[name] ?? (codes.contains(name) ? name : nil)
        {
            return code
        }
        let found = Set(id.split { !$0.isLetter }.map(String.init)).intersection(codes)
        return found.count == 1 ? found.first ?? "" : ""
    }
}
