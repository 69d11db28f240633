// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis render: draws pictures of the face without a window or display, with the same code as the window.

public import ArgumentParser
import JarvisPlatform
import JarvisVisuals

/// Draws pictures of the face into files.
public struct RenderCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw the face into PNG files, without a display.",
        discussion: """
            The same options produce identical files with the software renderer on every machine. Example:
            jarvis render --state speaking --from thinking --time 0.15 --spectrum reply.wav --out face.png
            """)

    @OptionGroup(title: "Moment") var moment: RenderMomentOptions
    @OptionGroup(title: "Readings") var readings: RenderReadingsOptions
    @OptionGroup(title: "Look") var look: RenderLookOptions
    @Option(help: ArgumentHelp("Renderer.", valueName: RenderEngine.usage), transform: RenderEngine.init(text:))
    var renderer = RenderEngine.software
    /// The instruction set, to compare the output of different ones.
    @Option(
        help: ArgumentHelp("The software renderer's instructions.", valueName: "SET", visibility: .hidden),
        transform: Self.instructions)
    var instructions = SoftwareSceneRenderer.Path.automatic
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Number of pictures to draw: frame-0000.png and so on.", valueName: "N"))
    var sequence: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pictures per second of a sequence, 1 to 240; 30 unless given.", valueName: "F"))
    var fps: Double?
    @Option(
        help: ArgumentHelp("The picture, - for the standard output; the folder for a sequence.", valueName: "FILE|DIR"),
        completion: .file(extensions: ["png"]))
    var out: String
    @OptionGroup var output: JSONOption

    public init() {}

    static let longestSequence = 36_000
    static let frameRates = 1.0...240

    public func validate() throws {
        guard !out.isEmpty else { throw ValidationError("--out takes the name of a file.") }
        guard sequence.map((1...Self.longestSequence).contains) ?? true else {
            throw ValidationError("--sequence takes a number from 1 to \(Self.longestSequence).")
        }
        guard fps == nil || sequence != nil else { throw ValidationError("--fps goes with --sequence.") }
        guard fps.map(Self.frameRates.contains) ?? true else {
            throw ValidationError("--fps takes a number from 1 to 240.")
        }
        guard out != "-" || sequence == nil else {
            throw ValidationError("A sequence can't go to the standard output; --out takes a folder.")
        }
        guard out != "-" || !output.json else {
            throw ValidationError("--json and --out - would both write to the standard output.")
        }
        let last = moment.start + Double((sequence ?? 1) - 1) / (fps ?? 30)
        guard RenderMomentOptions.times.contains(last) else {
            throw ValidationError("The sequence would last \(Int(last)) s; the limit is an hour.")
        }
    }

    public func run() throws {
        let sound = try moment.sound()
        let canvas = try RenderCanvas(renderer, instructions: instructions)
        var reel = SceneReel(
            moment.cues, settings: look.settings, size: look.sceneSize, errorTime: moment.error,
            readings: readings.readings.advanced(by: -moment.start), sound: sound.moment)
        var target = RenderTarget(out: out, isSequence: sequence != nil)
        try target.write { target in
            for index in 0..<(sequence ?? 1) {
                let time = moment.start + Double(index) / (fps ?? 30)
                try target.add(canvas.png(reel.frame(at: time)))
            }
        }
        if output.json { try Console.json(report(canvas, target)) }
    }

    private static func instructions(_ text: String) throws -> SoftwareSceneRenderer.Path {
        guard let path = SoftwareSceneRenderer.Path.allCases.first(where: { "\($0)" == text }), path.isSupported else {
            throw ValidationError("\"\(text)\" isn't an instruction set of this processor; use automatic.")
        }
        return path
    }

    private func report(_ canvas: RenderCanvas, _ target: RenderTarget) -> JSONValue {
        .object([
            "renderer": .text(renderer.rawValue), "context": canvas.context.map(JSONValue.text) ?? .null,
            "width": .number(Double(look.sceneSize.pixelWidth)), "height": .number(Double(look.sceneSize.pixelHeight)),
            "files": .array(
                target.files.map { .object(["path": .text($0.path), "bytes": .number(Double($0.bytes))]) }),
        ])
    }
}

/// The renderers that the user can choose.
enum RenderEngine: String, CaseIterable {
    case software, gl, gles

    static var usage: String { allCases.map(\.rawValue).joined(separator: "|") }

    init(text: String) throws {
        guard let engine = RenderEngine(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a renderer; use software, gl or gles.")
        }
        self = engine
    }
}

/// A renderer for the pictures, with its description.
struct RenderCanvas {
    private let renderer: OffscreenRenderer
    /// The description of the OpenGL context; nil for the software renderer.
    let context: String?

    /// Prepares a renderer.
    /// - Throws: `CommandFailure` if OpenGL doesn't work.
    init(_ engine: RenderEngine, instructions: SoftwareSceneRenderer.Path) throws {
        do {
            switch engine {
            case .software: renderer = try OffscreenRenderer(kind: .software, path: instructions)
            case .gl: renderer = try OffscreenRenderer(kind: .openGL, source: Self.shaders())
            case .gles: renderer = try OffscreenRenderer(kind: .openGLES, source: Self.shaders())
            }
        } catch {
            throw Self.failure(error)
        }
        context = renderer.contextDescription.map { "\($0.version), \($0.renderer)" }
    }

    func png(_ frame: SceneFrame) throws -> [UInt8] {
        do {
            return try renderer.image(frame).pngData()
        } catch {
            throw Self.failure(error)
        }
    }

    private static func shaders() throws(GLRendererError) -> ShaderSource {
        try ShaderSource(locator: ResourceLocator.standard())
    }

    private static func failure(_ error: GLRendererError) -> CommandFailure {
        CommandFailure("\(error). \"--renderer software\" draws the same picture without OpenGL.")
    }
}
