// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of OpenGL, shaders, window size and display scale: the visualizer stays lit, centred and moving, the event
// log names the renderer, and GTK prints no warnings.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct VisualFaultTests {
    /// With OpenGL and without it, or in every way where JARVIS_LOOK_MATRIX is 1.
    private static let isThorough = Environment.value("JARVIS_LOOK_MATRIX") != nil

    private static let ways: [(String, [String: String], String, String)] = [
        ("gl", [:], "gl", "asked for; drawn by "), ("gl", ["GDK_DEBUG": "gl-disable"], "software", "OpenGL failed: "),
        ("gl", ["GDK_DEBUG": "gl-gles"], "gl", "OpenGL ES"), ("gl", ["GDK_SCALE": "2"], "gl", "asked for; drawn by "),
        ("software", ["GDK_SCALE": "2"], "software", "asked for"),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: isThorough ? ways : Array(ways.prefix(2)))
    func everyRendererShowsTheVisualizer(
        renderer: String, environment: [String: String], backend: String, reason: String
    ) async throws {
        let program = try JarvisProgram(environment: environment)
        try await program.openAndWait("--renderer", renderer)
        try await expectBackend(program, backend, reason)
        try await expectVisualizer()
        expectNoWarnings(program)
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["arcs.frag", "view.glsl"])
    func aBrokenShaderIsReportedAndFallsBackToSoftware(file: String) async throws {
        let resources = try Resources()
        let line = resources.append("this is not a shader\n", to: file)
        let program = try JarvisProgram(environment: resources.environment)
        try await program.openAndWait("--renderer", "gl")
        try await expectBackend(program, "software", "\(file):\(line)")
        try await expectVisualizer()
        expectNoWarnings(program)
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aMissingShaderIsReportedAndFallsBackToSoftware() async throws {
        let resources = try Resources()
        unlink(resources.shader("particles.frag"))
        // Use a copy elsewhere, because next to the source tree the program would use that tree's shaders.
        let copy = resources.shader("jarvis")
        #expect(try await ChildProcess.run("cp", [JarvisProgram.path, copy]).status == 0)
        let program = try JarvisProgram(environment: resources.environment, program: copy)
        try await program.openAndWait("--renderer", "gl")
        try await expectBackend(program, "software", "shaders/particles.frag can't be read")
        try await expectVisualizer()
        expectNoWarnings(program)
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: isThorough ? ["software", "gl"] : ["software"])
    func rapidResizingKeepsTheVisualizerIntact(renderer: String) async throws {
        let program = try JarvisProgram()
        try await program.openAndWait("--renderer", renderer)
        let window = try await ScreenFace.window()
        for turn in 0..<60 {
            let (width, height) = (480 + turn * 97 % 900, 640 + turn * 53 % 300)
            try await tool("windowsize", window, String(width), String(height))
        }
        try await tool("windowsize", "--sync", window, "900", "720")
        try await expectVisualizer()
        // The program draws the area that a larger window has uncovered, instead of leaving it to the display server.
        try await ScreenFace.expectDarkFrame()
        for order in [["windowunmap", "--sync", window], ["windowmap", "--sync", window]] { try await tool(order) }
        try await expectVisualizer()
        try await expectBackend(program, renderer == "gl" ? "gl" : "software", "asked for")
        expectNoWarnings(program)
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func editedShadersAreReloaded() async throws {
        let resources = try Resources()
        let program = try JarvisProgram(
            environment: resources.environment.merging(["JARVIS_WATCH_SHADERS": "1"]) { $1 })
        let opened = try await program.openAndWait("--renderer", "gl")
        try await expectVisualizer()
        let good = ChildProcess.contents(of: resources.shader("arcs.frag"))
        let line = resources.append("this is not a shader\n", to: "arcs.frag")
        let complaint = try await program.event("shaders", after: opened) {
            $0["outcome"]?.asText?.contains("arcs.frag:\(line)") ?? false
        }
        let broken = try #require(complaint, "the compiler's complaint is told, with file and line")
        // The old program still draws.
        try await expectVisualizer()
        resources.write(good.replacing("color = vec4(", with: "color = vec4(vec3(1.0, 0.0, 0.0) * "), to: "arcs.frag")
        let reloaded = try await program.event("shaders", after: broken.index) {
            $0["outcome"]?.asText == "reloaded"
        }
        #expect(reloaded != nil)
        try await ScreenFace.expect("the arcs are red") { $0.isRed }
        expectNoWarnings(program)
        try await program.close()
    }

    /// Expects the event log to name this renderer last.
    private func expectBackend(_ program: JarvisProgram, _ backend: String, _ reason: String) async throws {
        let found = try await program.event("renderer") {
            $0["backend"]?.asText == backend && $0["reason"]?.asText?.contains(reason) ?? false
        }
        #expect(found != nil, "\(backend), \(reason): \(ChildProcess.contents(of: program.events).prefix(2000))")
        let last = program.allEvents().last { $0["event"]?.asText == "renderer" }
        #expect(last?["backend"]?.asText == backend)
    }

    /// Expects the visualizer to be intact and animating.
    private func expectVisualizer() async throws {
        let first = try await ScreenFace.expect("the face is lit and centred") { $0.isWhole }
        try await ScreenFace.expect("the picture changes") { $0.isWhole && $0.bytes != first?.bytes }
    }

    private func expectNoWarnings(_ program: JarvisProgram) {
        program.expectHealthy()
        let said = program.child?.output ?? ""
        #expect(!said.contains("WARNING **") && !said.contains("CRITICAL **"), "\(said)")
    }

    private func tool(_ arguments: String...) async throws { try await tool(arguments) }

    private func tool(_ arguments: [String]) async throws {
        let result = try await ChildProcess.run("xdotool", arguments, within: .seconds(60))
        #expect(result.status == 0, "xdotool \(arguments): \(result.output)")
    }
}

/// A copy of the program's resources with editable shaders.
private struct Resources {
    private let folder: TemporaryFolder

    var environment: [String: String] { ["JARVIS_RESOURCES": folder.path] }

    init() throws {
        folder = try TemporaryFolder("jarvis-shaders")
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        symlink(root + "/data", folder.path + "/data")
        mkdir(folder.path + "/shaders", 0o700)
        for name in ["view.glsl", "arcs.vert", "arcs.frag", "particles.vert", "particles.frag"] {
            write(ChildProcess.contents(of: root + "/shaders/" + name), to: name)
        }
    }

    func shader(_ name: String) -> String { folder.path + "/shaders/" + name }

    /// - Returns: the line that the text starts on.
    func append(_ text: String, to name: String) -> Int {
        let old = ChildProcess.contents(of: shader(name))
        write(old + text, to: name)
        return old.split(separator: "\n", omittingEmptySubsequences: false).count
    }

    func write(_ text: String, to name: String) {
        guard let file = fopen(shader(name), "w") else {
            Issue.record("\(name) can't be written")
            return
        }
        fputs(text, file)
        fclose(file)
    }
}

/// A screenshot of the middle of the program's window.
private struct ScreenFace {
    /// 200 × 200 RGB pixels.
    let bytes: [UInt8]
    private static let side = 200
    /// Width of the frame around the window's content, in pixels.
    private static let edge = 4
    private typealias Place = (x: Int, y: Int, width: Int, height: Int)

    /// Whether the orb's quadrants are lit about equally: not black, not partial and not misplaced.
    var isWhole: Bool {
        let levels = quadrants
        guard let low = levels.min(), let high = levels.max() else { return false }
        return low > 15 && Double(high) < 1.6 * Double(low) + 20
    }

    /// Mean of the brightest channel within 20 px of the middle, by quadrant.
    private var quadrants: [Int] {
        var sums = [0, 0, 0, 0]
        let middle = Self.side / 2
        for y in (middle - 20)..<(middle + 20) {
            for x in (middle - 20)..<(middle + 20) {
                let at = (y * Self.side + x) * 3
                sums[(x < middle ? 0 : 1) + (y < middle ? 0 : 2)] += Int(bytes[at..<(at + 3)].max() ?? 0)
            }
        }
        return sums.map { $0 / 400 }
    }

    /// Whether the middle is clearly red.
    var isRed: Bool {
        let at = (Self.side / 2 * Self.side + Self.side / 2) * 3
        return Int(bytes[at]) > Int(bytes[at + 1]) + 60 && Int(bytes[at]) > Int(bytes[at + 2]) + 60
    }

    static func window() async throws -> String {
        let found = try await ChildProcess.run(
            "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$"], within: .seconds(60))
        return try #require(found.output.split(separator: "\n").first.map(String.init), "\(found.output)")
    }

    /// Takes screenshots until the visualizer looks as expected.
    @discardableResult
    static func expect(
        _ what: String, within limit: Duration = .seconds(60), _ isRight: (ScreenFace) -> Bool
    ) async throws -> ScreenFace? {
        let deadline = ContinuousClock.now + limit
        var last: ScreenFace?
        repeat {
            last = try await now()
            if let last, isRight(last) { return last }
        } while ContinuousClock.now < deadline
        Issue.record("\(what): quadrants \(last?.quadrants ?? [])")
        return nil
    }

    /// Waits until the window's right and lower edges show only its background.
    static func expectDarkFrame() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var brightest: UInt8?
        repeat {
            guard let place = try await place() else { continue }
            let right = try await pixels(
                (x: place.x + place.width - edge, y: place.y, width: edge, height: place.height))
            let lower = try await pixels(
                (x: place.x, y: place.y + place.height - edge, width: place.width, height: edge))
            brightest = (right + lower).max()
            if let brightest, brightest < 40 { return }
        } while ContinuousClock.now < deadline
        Issue.record("the brightest pixel of the window's frame is \(brightest ?? 0)")
    }

    private static func now() async throws -> ScreenFace? {
        guard let place = try await place() else { return nil }
        let bytes = try await pixels(
            (x: place.x + (place.width - side) / 2, y: place.y + (place.height - side) / 2, width: side, height: side))
        return bytes.isEmpty ? nil : ScreenFace(bytes: bytes)
    }

    /// Position and size of the window on screen.
    private static func place() async throws -> Place? {
        let place = try await ChildProcess.run(
            "xdotool", ["getwindowgeometry", "--shell", try await window()], within: .seconds(60))
        var values: [Substring: Int] = [:]
        for line in place.output.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { values[parts[0]] = Int(parts[1]) }
        }
        guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"]
        else { return nil }
        return (x, y, width, height)
    }

    /// RGB pixels of a part of the screen; empty if it can't be captured.
    private static func pixels(_ place: Place) async throws -> [UInt8] {
        let folder = try TemporaryFolder("jarvis-screen")
        let crop = "\(place.width)x\(place.height)+\(place.x)+\(place.y)"
        let result = try await ChildProcess.run(
            "import", ["-window", "root", "-crop", crop, "-depth", "8", "rgb:" + folder.path + "/part"])
        let bytes = ChildProcess.bytes(of: folder.path + "/part")
        return result.status == 0 && bytes.count == place.width * place.height * 3 ? bytes : []
    }
}
