// SPDX-License-Identifier: GPL-3.0-or-later
// The places that a model can be installed from.

import JarvisCore
import JarvisPlatform

/// Where a model is installed from.
public enum ModelSource: Hashable, Sendable {
    /// A model from the catalogue.
    case catalogue(id: String)
    case folder(path: String)
    /// A tar or zip archive.
    case archive(path: String)
    /// An archive on a server; `sha256` is its expected checksum, nil if unknown.
    case address(url: String, sha256: String?)

    /// Interprets user input: an address, a path, or a model name.
    /// - Throws: `ModelFailure`.
    public init(_ text: String, catalogue: ModelCatalogue, sha256: String? = nil) throws(ModelFailure) {
        if let url = Self.address(text) {
            self = .address(url: url, sha256: sha256?.lowercased())
        } else if catalogue[text] != nil {
            self = .catalogue(id: text)
        } else if Environment.exists(text) {
            let path = AtomicFile.target(of: text)
            self = FolderTree.isFolder(path) ? .folder(path: path) : .archive(path: path)
        } else {
            throw text.contains("/") ? .sourceMissing(path: text) : .unknown(id: text)
        }
    }

    /// The text as a web address, with its scheme in lower case; nil for anything else.
    private static func address(_ text: String) -> String? {
        let scheme = text.prefix { $0 != ":" }
        let rest = text[scheme.endIndex...]
        guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://") else { return nil }
        return scheme.lowercased() + rest
    }

    /// The model's name, unless the user chooses another.
    public var id: String {
        switch self {
        case .catalogue(let id): id
        case .folder(let path), .archive(let path): ModelRecord.id(from: path)
        case .address(let url, _): ModelRecord.id(from: url)
        }
    }

    /// A text that identifies the source, both for comparison and for the user.
    func words(_ catalogue: ModelCatalogue) -> String {
        switch self {
        case .catalogue(let id): catalogue[id]?.source ?? id
        case .folder(let path), .archive(let path): path
        case .address(let url, _): url
        }
    }

    /// The last part of that text, for messages about failures.
    func name(_ catalogue: ModelCatalogue) -> String {
        let words = words(catalogue)
        return words.split(separator: "/").last.map(String.init) ?? words
    }

    /// Throws for plain http, where anyone could change the model, unless the server is this computer or the checksum
    /// is known.
    func checkTransport() throws(ModelFailure) {
        guard case .address(let url, nil) = self, url.hasPrefix("http://") else { return }
        let address = try? ServerAddress(url, schemes: [.http], defaultPort: 80)
        guard address?.isThisComputer == true else { throw .insecureAddress(url) }
    }
}
