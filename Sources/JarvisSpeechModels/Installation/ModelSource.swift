// SPDX-License-Identifier: GPL-3.0-or-later
// What a model is installed from.

public import JarvisCore
import JarvisPlatform

/// Where a model comes from.
public enum ModelSource: Hashable, Sendable {
    /// A model of the catalogue.
    case catalogue(id: String)
    case folder(path: String)
    /// A tar or zip archive.
    case archive(path: String)
    /// An archive on a server; `sha256` is what it must be, nil when unknown.
    case address(url: String, sha256: String?)

    /// What somebody typed: an address, a path, or the name of a model.
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

    /// The address of a web server, its scheme in lower case; nil for anything else.
    private static func address(_ text: String) -> String? {
        let scheme = text.prefix { $0 != ":" }
        let rest = text[scheme.endIndex...]
        guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://") else { return nil }
        return scheme.lowercased() + rest
    }

    /// The name that the model gets unless another is chosen.
    public var id: String {
        switch self {
        case .catalogue(let id): id
        case .folder(let path), .archive(let path): ModelRecord.id(from: path)
        case .address(let url, _): ModelRecord.id(from: url)
        }
    }

    /// Tells sources apart, and says where a model came from.
    func words(_ catalogue: ModelCatalogue) -> String {
        switch self {
        case .catalogue(let id): catalogue[id]?.source ?? id
        case .folder(let path), .archive(let path): path
        case .address(let url, _): url
        }
    }

    /// The last of those words, for failures.
    func name(_ catalogue: ModelCatalogue) -> String {
        let words = words(catalogue)
        return words.split(separator: "/").last.map(String.init) ?? words
    }

    /// Over plain http anybody could change the model, unless the server is this computer or the checksum is known.
    func checkTransport() throws(ModelFailure) {
        guard case .address(let url, nil) = self, url.hasPrefix("http://") else { return }
        let address = try? ServerAddress(url, schemes: [.http], defaultPort: 80)
        guard address?.isThisComputer == true else { throw .insecureAddress(url) }
    }
}
