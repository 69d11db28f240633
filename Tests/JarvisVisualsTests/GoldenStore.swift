// SPDX-License-Identifier: GPL-3.0-or-later
// Storage of the golden pictures, the tolerances for comparing with them, and the files left after a mismatch.

import Glibc
import JarvisPlatform
import Testing

@testable import JarvisVisuals

/// How much two pictures may differ, in steps of a channel (0…255).
struct PictureTolerance: Sendable {
    var largest: Int
    var mean: Double

    /// The software renderer draws the same bytes on every machine.
    static let exact = PictureTolerance(largest: 0, mean: 0)
    /// OpenGL in both dialects against the software renderer, as measured with Mesa's llvmpipe. The remaining
    /// difference comes from rings: the software renderer adds up to two dozen of them before rounding, while OpenGL
    /// rounds each. It is largest for the voice's rings in the middle of a morph; others stay below 4 and 0.42.
    static let openGL = PictureTolerance(largest: 5, mean: 0.54)

    func allows(_ difference: (largest: Int, mean: Double)) -> Bool {
        difference.largest <= largest && difference.mean <= mean
    }
}

enum GoldenStore {
    /// With JARVIS_UPDATE_GOLDENS=1 the tests write the pictures instead of comparing them.
    static let isUpdating = Environment.value("JARVIS_UPDATE_GOLDENS") == "1"

    private static let tests = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    static let folder = tests + "/Goldens"
    /// The folder for generated files.
    static let failures = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/out/goldens"

    static func path(_ name: String) -> String { folder + "/" + name + ".png" }

    /// The stored golden picture.
    static func golden(_ picture: GoldenPicture) throws -> SceneImage {
        let bytes = try AtomicFile.read(path(picture.name)) ?? []
        return try #require(
            PNGReader.image(bytes),
            "\(path(picture.name)) is missing or damaged; JARVIS_UPDATE_GOLDENS=1 swift test --filter Golden makes it")
    }

    /// Stores a picture unless the file already has the same pixels.
    static func update(_ picture: GoldenPicture, _ image: SceneImage) throws {
        let kept = try AtomicFile.read(path(picture.name)).flatMap(PNGReader.image)
        guard kept != image else { return }
        try AtomicFile.write(path(picture.name), image.pngData(), mode: 0o644)
    }

    /// Compares two pictures; on a mismatch, writes the picture and the difference to files.
    /// - Returns: nil if the pictures match within the tolerance, or a description of the mismatch.
    static func complaint(
        _ image: SceneImage, _ golden: SceneImage, _ tolerance: PictureTolerance, name: String
    ) throws -> String? {
        guard image.width == golden.width, image.height == golden.height else {
            return "\(name): \(image.width) × \(image.height) instead of \(golden.width) × \(golden.height)"
        }
        let difference = image.difference(from: golden)
        guard !tolerance.allows(difference) else { return nil }
        try Folder.create(failures, mode: 0o755)
        try AtomicFile.write("\(failures)/\(name)-actual.png", image.pngData(), mode: 0o644)
        try AtomicFile.write(
            "\(failures)/\(name)-difference.png", image.contrasted(with: golden).pngData(), mode: 0o644)
        return """
            \(name): channels differ by up to \(difference.largest) (allowed \(tolerance.largest)), by \(difference.mean) \
            in the mean (allowed \(tolerance.mean)); see \(failures)/\(name)-actual.png and -difference.png. \
            After looking at them: JARVIS_UPDATE_GOLDENS=1 swift test --filter Golden
            """
    }

    /// Names of the pictures in the folder.
    static func names() throws -> Set<String> {
        let handle = try #require(opendir(folder))
        defer { closedir(handle) }
        var names: Set<String> = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".png") { names.insert(String(name.dropLast(4))) }
        }
        return names
    }
}

extension SceneImage {
    /// The difference of two pictures of the same size, sixteen times as bright.
    fileprivate func contrasted(with other: SceneImage) -> SceneImage {
        var result = self
        for index in rgba.indices where index % 4 != 3 {
            result.rgba[index] = UInt8(min(255, abs(Int(rgba[index]) - Int(other.rgba[index])) * 16))
        }
        return result
    }
}
