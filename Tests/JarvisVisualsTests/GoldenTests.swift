// SPDX-License-Identifier: GPL-3.0-or-later
// The visualizer compared with golden pictures: exactly for the software renderer, within a tolerance for both OpenGL
// dialects. JARVIS_UPDATE_GOLDENS=1 swift test --filter Golden makes new pictures.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct GoldenTests {
    @Test(arguments: GoldenPicture.all)
    func softwareMatchesTheGoldenPicture(picture: GoldenPicture) throws {
        let image = try Face.image(picture.still.frame())
        if GoldenStore.isUpdating { return try GoldenStore.update(picture, image) }
        let complaint = try GoldenStore.complaint(image, GoldenStore.golden(picture), .exact, name: picture.name)
        #expect(complaint == nil)
    }

    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func openGLMatchesTheGoldenPictures(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        var worst = (largest: 0, mean: 0.0)
        for picture in GoldenPicture.all {
            let frame = picture.still.frame()
            // While the goldens are being updated, compare with the software renderer, which draws the new ones.
            let golden = try GoldenStore.isUpdating ? Face.image(frame) : GoldenStore.golden(picture)
            let image = try renderer.image(frame)
            let complaint = try GoldenStore.complaint(image, golden, .openGL, name: "\(picture.name)-\(kind)")
            #expect(complaint == nil)
            let difference = image.difference(from: golden)
            worst = (max(worst.largest, difference.largest), max(worst.mean, difference.mean))
        }
        print("measured: \(kind) against the golden pictures: at most \(worst.largest), mean \(worst.mean) of 255")
    }

    @Test func goldenFilesMatchTheListedPictures() throws {
        let names = GoldenPicture.all.map(\.name)
        #expect(Set(names).count == names.count)
        guard !GoldenStore.isUpdating else { return }
        #expect(try GoldenStore.names() == Set(names))
    }

    /// Changing numbers in a fragment shader by half is visible in the pictures.
    @Test(arguments: ["particles.frag", "arcs.frag"])
    func changedShaderConstantsAreDetected(file: String) throws {
        let plain = try Face.shaders()
        let text = try #require(plain.files[file])
        let literals = ShaderText.literals(in: text)
        #expect(!literals.isEmpty)
        var found = 0
        for literal in literals {
            var source = plain
            source.files[file] = ShaderText.scaled(text, literal, by: 1.5)
            // Some changed numbers make the shader invalid, which counts as noticed, too.
            guard let renderer = try? OffscreenRenderer(kind: .openGL, source: source) else { continue }
            let isFound = try GoldenPicture.telling.contains { picture in
                let frame = picture.still.frame()
                let difference = try renderer.image(frame).difference(from: Face.image(frame))
                return !PictureTolerance.openGL.allows(difference)
            }
            if isFound { found += 1 }
        }
        // Changes to limits that are reached only in corners, or never, are not visible.
        #expect(found >= 3, "\(found) of \(literals.count)")
    }

    /// A ring a pixel wider, a brighter light, a colour a few steps off, fewer particles: each changes the picture.
    @Test(arguments: [0, 1, 2, 3])
    func changedSceneConstantsAreDetected(change: Int) throws {
        let picture = try #require(GoldenPicture.telling.first)
        let golden = try Face.image(picture.still.frame())
        var still = picture.still
        var frame = still.frame()
        switch change {
        case 0: for index in frame.arcs.indices { frame.arcs[index].r1 += 1 }
        case 1: for index in frame.arcs.indices { frame.arcs[index].gain *= 1.1 }
        case 2:
            still.settings.palette.accent.green -= 6.0 / 255
            frame = still.frame()
        default:
            still.settings.particleCount -= 20
            frame = still.frame()
        }
        #expect(!PictureTolerance.exact.allows(try Face.image(frame).difference(from: golden)))
    }
}

extension GoldenPicture {
    /// A few pictures with rings, segments, bars and particles.
    fileprivate static let telling = all.filter { ["recording", "thinking", "speaking", "held"].contains($0.name) }
}

/// Numbers in shaders.
private enum ShaderText {
    /// Ranges of the decimal numbers in the code.
    static func literals(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var isComment = false
        var start: String.Index?
        for index in text.indices {
            let character = text[index]
            if text[index...].hasPrefix("//") { isComment = true }
            if character.isNewline { isComment = false }
            let isPart = !isComment && (character.isNumber || character == ".")
            let isWord = index > text.startIndex && (text[text.index(before: index)].isLetter)
            if isPart, start == nil, !isWord { start = index }
            if !isPart, let begin = start {
                if text[begin..<index].contains("."), text[begin..<index].contains(where: \.isNumber) {
                    ranges.append(begin..<index)
                }
                start = nil
            }
        }
        return ranges
    }

    static func scaled(_ text: String, _ literal: Range<String.Index>, by factor: Double) -> String {
        let value = Double(text[literal]) ?? 0
        return text.replacingCharacters(literal, with: String(value == 0 ? 0.5 : value * factor))
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<String.Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
