// swift-tools-version: 6.1
// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of JARVIS, lowest first. ARCHITECTURE.md says what each is for; LayeringTests hold the two together.

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For what computes so much that the tests of a debug build would take minutes longer.
let optimized = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A Swift target of ours, compiled with our language settings.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], computesMuch: Bool = false) -> Target {
    .target(  // Without Foundation nothing links the mathematics library by itself.
        name: name, dependencies: dependencies, swiftSettings: computesMuch ? optimized : strict,
        linkerSettings: [.linkedLibrary("m")])
}

/// A target of our own C or C++, with what the compiler can guard: returns, the stack's growth and copies of known length.
func native(_ name: String) -> Target {
    let guards = ["-fstack-protector-strong", "-fstack-clash-protection"]
    return .target(
        name: name,
        cSettings: [.unsafeFlags(guards), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
        cxxSettings: [.unsafeFlags(guards), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))])
}

/// A program whose tables of functions are read-only from its start on, and whose stack holds no code.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let guards = ["relro", "now", "noexecstack"].flatMap { ["-Xlinker", "-z", "-Xlinker", $0] }
    return .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: [.unsafeFlags(guards)])
}

/// A host that tests and benchmarks run as a child process; never installed.
func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Tests/Tools/" + name, swiftSettings: strict)
}

/// What several test targets share; never installed.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/" + name, swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], without data: [String] = [], computesMuch: Bool = false
) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: computesMuch ? optimized : strict)
}

func system(_ name: String, pkgConfig: String? = nil, package: String = "libc6-dev") -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "jarvis",
    products: [.executable(name: "jarvis", targets: ["jarvis"])],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")],
    targets: [
        // C libraries of the system
        system("CGio", pkgConfig: "gio-unix-2.0", package: "libglib2.0-dev"),
        system("CGtk", pkgConfig: "gtk4", package: "libgtk-4-dev"),
        system("CEpoxy", pkgConfig: "epoxy", package: "libepoxy-dev"),
        system("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        system("CPulse", pkgConfig: "libpulse", package: "libpulse-dev"),
        system("CESpeakNG", pkgConfig: "espeak-ng", package: "libespeak-ng-dev"),
        system("CPocketSphinx", pkgConfig: "pocketsphinx", package: "libpocketsphinx-dev"),
        system("CSpeexDSP", pkgConfig: "speexdsp", package: "libspeexdsp-dev"),
        system("CSoup", pkgConfig: "libsoup-3.0", package: "libsoup-3.0-dev"),
        system("CSecret", pkgConfig: "libsecret-1", package: "libsecret-1-dev"),
        // Libraries that are opened at run time, what Swift's view of the C library leaves out, and our own C
        native("CSherpaOnnx"),
        native("COnnxRuntime"),
        system("CArchive"),
        system("CProcess"),
        native("CRasterizer"),
        native("CWayland"),
        // Pure values and pure signal processing
        library("JarvisCore", computesMuch: true),
        library("JarvisSignal", computesMuch: true),
        library("JarvisSpokenText"),
        library("JarvisNotes"),
        // The operating system, the conversation as a pure function, ports to what else there is to control,
        // and what people mean, as pure functions of their words
        library("JarvisPlatform", ["CProcess", "JarvisCore"]),
        library("GioKit", ["CGio"]),
        library("JarvisConversation", ["JarvisCore"]),
        library("JarvisCalls", ["JarvisCore"]),
        library("JarvisSettings", ["JarvisCore"]),
        library("JarvisGrammar", ["JarvisCore"]),
        library("JarvisControlPorts", ["JarvisCore"]),
        library("JarvisUnderstanding", ["JarvisCore"], computesMuch: true),
        // Neural models of speech, and the network
        library("SherpaOnnxKit", ["CSherpaOnnx", "JarvisCore", "JarvisPlatform"]),
        library("JarvisTyping", ["GioKit", "JarvisCore"]),
        library("OnnxRuntimeKit", ["COnnxRuntime", "JarvisCore", "JarvisPlatform"], computesMuch: true),
        library("JarvisNetwork", ["CSoup", "CSecret", "JarvisCore", "JarvisPlatform"]),
        library("JarvisNotebook", ["JarvisCore", "JarvisNotes", "JarvisPlatform", "JarvisUnderstanding"]),
        library("JarvisPrivacy", ["GioKit", "JarvisCore", "JarvisPlatform"]),
        library("JarvisShell", ["GioKit", "JarvisCalls", "JarvisConversation", "JarvisCore"]),
        // Engines, and GTK for Swift
        library("JarvisAudio", ["CPulse", "CSpeexDSP", "JarvisCore", "JarvisSignal", "JarvisPlatform"]),
        library(
            "JarvisRecognition",
            [
                "CPocketSphinx", "JarvisCore", "JarvisGrammar", "JarvisSignal", "JarvisSpokenText", "JarvisPlatform",
            ]),
        library(
            "JarvisDictation",
            ["SherpaOnnxKit", "OnnxRuntimeKit", "JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisSpokenText"]),
        library(
            "JarvisSynthesis",
            [
                "CESpeakNG", "SherpaOnnxKit", "OnnxRuntimeKit", "JarvisCore", "JarvisSignal", "JarvisPlatform",
                "JarvisSpokenText",
            ]),
        library(
            "JarvisSpeechServers",
            ["JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisNetwork", "JarvisSpokenText"]),
        library("JarvisConsole", ["GioKit", "JarvisCore", "JarvisPlatform", "JarvisNetwork", argumentParser]),
        library("JarvisLanguageModels", ["JarvisCore", "JarvisPlatform", "JarvisNetwork"]),
        library("JarvisToolServers", ["JarvisCore", "JarvisPlatform", "JarvisNetwork"]),
        library(
            "JarvisModels", ["CArchive", "CProcess", "SherpaOnnxKit", "JarvisCore", "JarvisPlatform", "JarvisNetwork"]),
        library(
            "JarvisAgent", ["JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisUnderstanding", "GioKit"]),
        library("JarvisControl", ["CGio", "CPulse", "GioKit", "JarvisControlPorts", "JarvisCore", "JarvisPlatform"]),
        library("JarvisStore", ["JarvisCore", "JarvisSettings", "JarvisSignal", "JarvisPlatform"]),
        library("JarvisLists", ["JarvisCore", "JarvisPlatform"]),
        library(
            "JarvisCalendar",
            ["CGio", "GioKit", "JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisUnderstanding"]),
        library("JarvisDictionary", ["JarvisControlPorts", "JarvisCore", "JarvisPlatform"]),
        library("JarvisOnline", ["JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisNetwork"]),
        library("GtkKit", ["CGtk", "CGio", "CWayland", "GioKit"]),
        library(
            "JarvisVisuals", ["CEpoxy", "CPNG", "CRasterizer", "JarvisConversation", "JarvisCore", "JarvisPlatform"]),
        // Skills by subject, language models as an agent, pictures as a command, the conductor, and GTK for Swift
        library("JarvisDesktopSkills", ["JarvisAgent", "JarvisControlPorts", "JarvisCore", "JarvisUnderstanding"]),
        library(
            "JarvisTimeSkills",
            ["JarvisAgent", "JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisUnderstanding"]),
        library("JarvisOnlineSkills", ["JarvisAgent", "JarvisControlPorts", "JarvisCore", "JarvisUnderstanding"]),
        library(
            "JarvisLanguageAgent",
            ["JarvisAgent", "JarvisCore", "JarvisLanguageModels", "JarvisPlatform", "JarvisUnderstanding"]),
        library(
            "JarvisToolAgent",
            ["JarvisAgent", "JarvisCore", "JarvisPlatform", "JarvisToolServers", "JarvisUnderstanding"]),
        library(
            "JarvisRenderCommand",
            [
                "JarvisConsole", "JarvisConversation", "JarvisCore", "JarvisSettings", "JarvisPlatform", "JarvisSignal",
                "JarvisVisuals",
                argumentParser,
            ]),
        library(
            "JarvisModelCommands",
            [
                "JarvisConsole", "JarvisCore", "JarvisDictation", "JarvisModels", "JarvisNetwork", "JarvisPlatform",
                "JarvisSettings", "JarvisStore", "JarvisSynthesis", "SherpaOnnxKit", argumentParser,
            ]),
        library(
            "JarvisToolCommands",
            [
                "JarvisConsole", "JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisStore", "JarvisToolServers",
                argumentParser,
            ]),
        library(
            "JarvisStoreCommands",
            [
                "JarvisConsole", "JarvisCore", "JarvisLists", "JarvisNetwork", "JarvisNotebook", "JarvisPlatform",
                "JarvisPrivacy", "JarvisSignal", "JarvisStore", "JarvisToolServers", argumentParser,
            ]),
        library(
            "JarvisDiscovery",
            [
                "GioKit", "JarvisCore", "JarvisLanguageModels", "JarvisNetwork", "JarvisPlatform",
                "JarvisSpeechServers", "JarvisToolServers",
            ]),
        library("JarvisAssistant", ["JarvisCalls", "JarvisConversation", "JarvisCore", "JarvisSignal"]),
        library("GtkControls", ["CGtk", "GioKit", "GtkKit"]),
        // All that the assistant can do, what it could use, the face, and what other programs see
        library(
            "JarvisDiscoverCommand",
            [
                "JarvisConsole", "JarvisCore", "JarvisDiscovery", "JarvisLanguageModels", "JarvisNetwork",
                "JarvisPlatform", "JarvisStore", "JarvisToolServers", argumentParser,
            ]),
        library(
            "JarvisSkills",
            [
                "JarvisAgent", "JarvisDesktopSkills", "JarvisOnlineSkills", "JarvisTimeSkills", "JarvisControlPorts",
                "JarvisCore", "JarvisNotebook", "JarvisNotes", "JarvisPlatform", "JarvisUnderstanding",
            ]),
        library(
            "JarvisService",
            [
                "GioKit", "JarvisAssistant", "JarvisCalls", "JarvisConsole", "JarvisConversation", "JarvisCore",
                "JarvisNotebook", "JarvisNotes", "JarvisPlatform", "JarvisShell", argumentParser,
            ]),
        library(
            "JarvisDesktop",
            [
                "CGtk", "GioKit", "GtkControls", "GtkKit", "JarvisVisuals", "JarvisCalls", "JarvisControlPorts",
                "JarvisConversation", "JarvisCore", "JarvisSettings", "JarvisAssistant", "JarvisNotebook",
                "JarvisNotes", "JarvisPlatform", "JarvisPrivacy", "JarvisShell", "JarvisSpokenText",
            ]),
        // Programs; the only places that know all concrete types
        program(
            "jarvis",
            [
                "JarvisConversation", "JarvisCore", "JarvisSettings", "JarvisSignal", "JarvisPlatform", "JarvisNetwork",
                "JarvisAudio",
                "JarvisGrammar", "JarvisRecognition", "JarvisDictation", "SherpaOnnxKit", "JarvisModels",
                "JarvisSynthesis", "JarvisSpeechServers", "JarvisAgent", "JarvisSkills", "JarvisTimeSkills",
                "JarvisControlPorts",
                "JarvisControl", "JarvisStore", "JarvisLists", "JarvisCalendar", "JarvisDictionary", "JarvisOnline",
                "JarvisVisuals", "JarvisAssistant", "JarvisLanguageModels", "JarvisLanguageAgent", "JarvisConsole",
                "JarvisModelCommands", "JarvisRenderCommand", "JarvisStoreCommands", "JarvisToolCommands",
                "JarvisToolAgent",
                "JarvisToolServers", "JarvisDesktop",
                "GtkKit", "GioKit", "JarvisDiscoverCommand", "JarvisDiscovery", "JarvisService", "JarvisPrivacy",
                "JarvisNotebook", "JarvisNotes", "JarvisShell", "JarvisSpokenText", "JarvisTyping", argumentParser,
            ]),
        // Test support; never linked by the app
        support("JarvisTesting", ["JarvisCore"]),
        support("JarvisAudioTesting", ["JarvisAudio", "JarvisCore", "JarvisPlatform"]),
        support("JarvisSpeechTesting", ["JarvisCore", "JarvisSignal", "JarvisPlatform", "SherpaOnnxKit"]),
        support("JarvisNetworkTesting", ["JarvisNetwork"]),
        support("JarvisControlTesting", ["JarvisControlPorts", "JarvisCore"]),
        support("JarvisBusTesting", ["CGio", "GioKit", "JarvisTesting"]),
        tool(
            "jarvis-uicheck",
            [
                "CEpoxy", "CGtk", "GioKit", "GtkKit", "JarvisDesktop", "JarvisCalls", "JarvisConversation",
                "JarvisCore",
                "JarvisSettings",
                "JarvisAssistant", "JarvisAgent", "JarvisSkills", "JarvisControlPorts", "JarvisTesting",
                "JarvisNotebook", "JarvisPlatform", "JarvisPrivacy", "JarvisVisuals",
            ]),
        tool(
            "jarvis-speechcheck",
            [
                "JarvisGrammar", "JarvisRecognition", "JarvisSynthesis", "JarvisSpokenText", "JarvisAudio",
                "JarvisSignal",
                "JarvisAssistant", "JarvisAgent", "JarvisSkills", "JarvisConversation", "JarvisCore", "JarvisPlatform",
                "JarvisTesting", "JarvisAudioTesting", "JarvisSpeechTesting", "JarvisDictation", "SherpaOnnxKit",
                "JarvisControlPorts", "JarvisControlTesting", "CPocketSphinx", argumentParser,
            ]),
        tool("jarvis-systemcheck", ["JarvisPlatform", "JarvisNetwork", "JarvisAgent", "JarvisCore"]),
        tool(
            "jarvis-understandingcheck",
            [
                "JarvisAgent", "JarvisSkills", "JarvisCore", "JarvisPlatform", "JarvisTesting", "JarvisControlPorts",
                "JarvisControlTesting",
            ]),
        tool(
            "jarvis-mindcheck",
            [
                "JarvisAgent", "JarvisAssistant", "JarvisConversation", "JarvisSkills", "JarvisLanguageAgent",
                "JarvisLanguageModels",
                "JarvisNetwork", "JarvisSynthesis", "JarvisCore", "JarvisPlatform", "JarvisTesting",
                "JarvisControlPorts", "JarvisControlTesting", "JarvisToolAgent", "JarvisToolServers",
            ]),
        tool("jarvis-storecheck", ["JarvisStore", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),

        tests("JarvisCoreTests", ["JarvisCore", "JarvisSettings", "JarvisTesting"]),
        tests("JarvisSettingsTests", ["JarvisSettings", "JarvisCore"]),
        tests("JarvisConversationTests", ["JarvisConversation", "JarvisCore", "JarvisTesting"]),
        tests("JarvisCallsTests", ["JarvisCalls", "JarvisCore", "JarvisTesting"]),
        tests("JarvisUnderstandingTests", ["JarvisUnderstanding", "JarvisCore", "JarvisTesting"]),
        tests("JarvisSignalTests", ["JarvisSignal", "JarvisTesting"]),
        tests("JarvisPlatformTests", ["JarvisPlatform", "JarvisCore", "JarvisTesting"]),
        tests("GioKitTests", ["GioKit", "CGio", "JarvisBusTesting", "JarvisTesting"]),
        tests(
            "JarvisAudioTests",
            ["JarvisAudio", "JarvisVisuals", "JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisTesting"]),
        tests("JarvisSpokenTextTests", ["JarvisSpokenText", "JarvisTesting"]),
        tests(
            "JarvisNetworkTests",
            [
                "JarvisNetwork", "JarvisPlatform", "JarvisCore", "JarvisSettings", "JarvisTesting",
                "JarvisNetworkTesting", "CSoup",
            ]),
        tests(
            "JarvisRecognitionTests",
            [
                "JarvisGrammar", "JarvisRecognition", "JarvisDictation", "SherpaOnnxKit", "JarvisSynthesis",
                "JarvisCore",
                "JarvisSignal", "JarvisSpokenText", "JarvisPlatform", "JarvisTesting", "JarvisSpeechTesting",
            ]),
        tests(
            "JarvisDictationTests",
            [
                "JarvisDictation", "SherpaOnnxKit", "JarvisCore", "JarvisPlatform", "JarvisTesting",
                "JarvisSpeechTesting",
            ]),
        tests(
            "JarvisModelsTests",
            ["JarvisModels", "SherpaOnnxKit", "JarvisNetwork", "JarvisPlatform", "JarvisCore", "JarvisTesting"]),
        tests(
            "SherpaOnnxKitTests",
            ["SherpaOnnxKit", "CSherpaOnnx", "JarvisCore", "JarvisPlatform", "JarvisTesting", "JarvisSpeechTesting"]),
        tests(
            "OnnxRuntimeKitTests",
            [
                "OnnxRuntimeKit", "SherpaOnnxKit", "JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisTesting",
                "JarvisSpeechTesting",
            ]),
        tests(
            "JarvisSynthesisTests",
            [
                "JarvisSynthesis", "SherpaOnnxKit", "JarvisCore", "JarvisSpokenText", "JarvisPlatform", "JarvisTesting",
                "JarvisSpeechTesting",
            ]),
        tests(
            "JarvisSpeechServersTests",
            [
                "JarvisSpeechServers", "JarvisSynthesis", "JarvisNetwork", "JarvisCore", "JarvisSettings",
                "JarvisSignal",
                "JarvisPlatform", "JarvisTesting", "JarvisSpeechTesting", "JarvisNetworkTesting",
            ]),
        tests(
            "JarvisAgentTests",
            [
                "JarvisAgent", "JarvisSkills", "JarvisDesktopSkills", "JarvisOnlineSkills", "JarvisTimeSkills",
                "JarvisControl", "JarvisControlPorts", "JarvisPlatform", "JarvisUnderstanding", "JarvisSpokenText",
                "JarvisCore", "JarvisTesting", "JarvisControlTesting", "JarvisBusTesting", "GioKit",
                "JarvisLanguageAgent", "JarvisLanguageModels", "JarvisToolAgent", "JarvisToolServers", "JarvisNetwork",
                "JarvisNetworkTesting",
                "JarvisAssistant", "JarvisAudio", "JarvisConversation", "JarvisDictation", "JarvisRecognition",
                "JarvisSignal", "JarvisSpeechTesting", "JarvisStore", "JarvisSynthesis", "SherpaOnnxKit",
            ]),
        tests(
            "JarvisControlTests",
            [
                "JarvisControl", "JarvisControlPorts", "JarvisControlTesting", "JarvisBusTesting", "GioKit",
                "JarvisCore", "JarvisPlatform", "JarvisTesting",
            ]),
        tests(
            "JarvisStoreTests",
            ["JarvisStore", "JarvisCore", "JarvisSettings", "JarvisSignal", "JarvisTesting", "JarvisPlatform"]),
        tests(
            "JarvisLanguageModelsTests",
            [
                "JarvisLanguageModels", "JarvisNetwork", "JarvisPlatform", "JarvisCore", "JarvisTesting",
                "JarvisNetworkTesting",
            ]),
        tests(
            "JarvisToolServersTests",
            [
                "JarvisToolServers", "JarvisNetwork", "JarvisPlatform", "JarvisCore", "JarvisTesting",
                "JarvisNetworkTesting",
            ]),
        tests(
            "JarvisDiscoveryTests",
            [
                "JarvisDiscovery", "JarvisLanguageModels", "JarvisToolServers", "JarvisNetwork", "JarvisPlatform",
                "JarvisCore", "JarvisTesting", "JarvisNetworkTesting", "JarvisBusTesting", "GioKit",
            ]),
        tests(
            "JarvisPrivacyTests",
            ["JarvisPrivacy", "JarvisBusTesting", "GioKit", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests("JarvisTypingTests", ["JarvisTyping"]),
        tests(
            "JarvisShellTests",
            [
                "JarvisShell", "JarvisBusTesting", "GioKit", "JarvisCalls", "JarvisConversation", "JarvisCore",
                "JarvisPlatform", "JarvisTesting",
            ]),
        tests("JarvisNotesTests", ["JarvisNotes", "JarvisTesting"]),
        tests(
            "JarvisNotebookTests",
            ["JarvisNotebook", "JarvisNotes", "JarvisPrivacy", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests(
            "JarvisStoreCommandsTests",
            [
                "JarvisStoreCommands", "JarvisStore", "JarvisLists", "JarvisPrivacy", "JarvisToolServers", "JarvisCore",
                "JarvisPlatform", "JarvisTesting", "JarvisNetworkTesting",
            ]),
        tests("JarvisListsTests", ["JarvisLists", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests(
            "JarvisCalendarTests",
            [
                "JarvisCalendar", "JarvisControlPorts", "JarvisUnderstanding", "JarvisCore", "JarvisPlatform",
                "JarvisTesting", "JarvisBusTesting", "GioKit",
            ]),
        tests(
            "JarvisDictionaryTests",
            ["JarvisDictionary", "JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests(
            "JarvisOnlineTests",
            ["JarvisOnline", "JarvisNetwork", "JarvisControlPorts", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests(
            "JarvisVisualsTests",
            ["JarvisVisuals", "CRasterizer", "JarvisConversation", "JarvisCore", "JarvisTesting", "JarvisPlatform"],
            without: ["Goldens"]),
        tests(
            "JarvisAssistantTests",
            [
                "JarvisAssistant", "JarvisAgent", "JarvisCalls", "JarvisSkills", "JarvisConversation", "JarvisCore",
                "JarvisTesting",
            ]),
        tests(
            "JarvisServiceTests",
            [
                "JarvisService", "JarvisShell", "JarvisAssistant", "JarvisCalls", "JarvisConversation", "JarvisCore",
                "JarvisNotebook", "JarvisNotes", "JarvisPlatform", "JarvisTesting", "JarvisBusTesting", "GioKit",
            ]),
        tests(
            "JarvisDesktopTests",
            [
                "JarvisDesktop", "GioKit", "GtkKit", "JarvisVisuals", "JarvisTesting", "JarvisCalls",
                "JarvisConversation",
                "JarvisControlPorts", "JarvisCore", "JarvisSettings", "JarvisAssistant", "JarvisPlatform",
                "JarvisPrivacy",
            ]),
        tests("HygieneTests", ["JarvisTesting"], computesMuch: true),
        tests(
            "EndToEndTests",
            [
                "JarvisTesting", "JarvisAudioTesting", "JarvisBusTesting", "GioKit", "JarvisCore", "JarvisPlatform",
                "JarvisSettings", "JarvisSignal", "JarvisAudio", "JarvisSpeechTesting",
            ]),
    ]
)

// What draws takes longest to build and does not hear or speak: scripts/sanitize does without it.
if Context.environment["JARVIS_WITHOUT_WINDOW"] != nil {
    let drawing: Set<String> = [
        "CGtk", "GtkControls", "GtkKit", "JarvisDesktop", "jarvis", "jarvis-uicheck", "JarvisVisualsTests",
        "JarvisDesktopTests", "EndToEndTests",
    ]
    package.products.removeAll()
    package.targets.removeAll { drawing.contains($0.name) }
}

// Built for libFuzzer, which brings the main function along: only scripts/fuzz knows it.
if Context.environment["JARVIS_FUZZ"] != nil {
    package.targets.append(
        tool(
            "jarvis-fuzz",
            [
                "CGio", "GioKit", "JarvisAgent", "JarvisCalendar", "JarvisControlPorts", "JarvisCore",
                "JarvisDictation", "JarvisDiscovery", "JarvisLanguageModels", "JarvisLists", "JarvisModels",
                "JarvisNetwork", "JarvisNotebook", "JarvisNotes", "JarvisOnline", "JarvisPlatform", "JarvisPrivacy",
                "JarvisSignal", "JarvisSpeechServers", "JarvisSpokenText", "JarvisStore", "JarvisTesting",
                "JarvisToolAgent", "JarvisToolServers", "JarvisTyping", "JarvisUnderstanding", "OnnxRuntimeKit",
                "SherpaOnnxKit",
            ]))
}
