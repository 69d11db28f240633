// SPDX-License-Identifier: GPL-3.0-or-later
// Compares our header for sherpa-onnx with the library's own, which scripts/speech-engine installs.

import JarvisPlatform
import JarvisTesting
import Testing

struct LibraryLayoutTests {
    private static let library = ResourceLocator.standard().speechLibraryFolder
    private static let tree = library.replacing("/.build/speech/lib", with: "")

    @Test(.timeLimit(.minutes(3))) func ourLayoutsMatchTheLibrary() async throws {
        let header = Self.tree + "/.build/speech/include"
        try #require(Environment.exists(header + "/c-api.h"), "scripts/speech-engine fetches it")
        let check = Self.tree + "/Tests/Tools/sherpa_layout.c"
        let result = try await ChildProcess.run("clang", ["-fsyntax-only", "-Werror", "-I", header, check])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(.timeLimit(.minutes(3))) func aDifferentLayoutIsDetected() async throws {
        let folder = try TemporaryFolder()
        let source = ChildProcess.contents(of: Self.tree + "/Tests/Tools/sherpa_layout.c")
            .replacing("../../Sources/CSherpaOnnx/include/shim.h", with: "shim.h")
        let ours = ChildProcess.contents(of: Self.tree + "/Sources/CSherpaOnnx/include/shim.h")
            .replacing("*provider, *model_type,", with: "*model_type, *provider,")
        try AtomicFile.write(folder.path + "/check.c", Array(source.utf8))
        try AtomicFile.write(folder.path + "/shim.h", Array(ours.utf8))
        let result = try await ChildProcess.run(
            "clang", ["-fsyntax-only", "-I", Self.tree + "/.build/speech/include", folder.path + "/check.c"])
        #expect(result.status == 1 && result.output.contains("static assertion failed"), "\(result.output)")
    }
}
