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
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], computesMuch: Bool = false, embedding data: [String] = []
) -> Target {
    .target(  // Without Foundation nothing links the mathematics library by itself.
        name: name, dependencies: dependencies, resources: data.map { .embedInCode($0) },
        swiftSettings: computesMuch ? optimized : strict,
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
        system("CSndfile"),
        native("CRasterizer"),
        native("CWayland"),
        // Pure values, signal processing and words
        library("GioKit", ["CGio"]),
        library("JarvisCore", computesMuch: true),
        library("JarvisSignal", computesMuch: true),
        library("JarvisSpokenText"),
        // The operating system, the conversation as a pure function, and what people mean
        library("GtkKit", ["CGio", "CGtk", "CWayland", "GioKit"]),
        library("JarvisConversation", ["JarvisCore"]),
        library("JarvisPlatform", ["CProcess", "JarvisCore"]),
        library(
            "JarvisUnderstanding", ["JarvisCore"], computesMuch: true, embedding: ["Values/english.txt"]),
        // Network, sound, storage, the desktop, the face, dialogue, and the conductor
        library("JarvisAgent", ["GioKit", "JarvisCore", "JarvisPlatform", "JarvisUnderstanding"]),
        library("JarvisAssistant", ["JarvisConversation", "JarvisCore", "JarvisSignal"]),
        library("JarvisAudio", ["CPulse", "CSpeexDSP", "JarvisCore", "JarvisPlatform", "JarvisSignal"]),
        library(
            "JarvisDesktopControl", ["CGio", "CPulse", "GioKit", "JarvisConversation", "JarvisCore", "JarvisPlatform"]),
        library("JarvisNetwork", ["CSecret", "CSoup", "JarvisCore", "JarvisPlatform"]),
        library("JarvisStore", ["GioKit", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisUnderstanding"]),
        library(
            "JarvisVisuals", ["CEpoxy", "CPNG", "CRasterizer", "JarvisConversation", "JarvisCore", "JarvisPlatform"]),
        // Speech models, servers, skills, knowledge, and the window
        library(
            "JarvisDesktopKit",
            [
                "GioKit", "GtkKit", "JarvisAssistant", "JarvisConversation", "JarvisCore", "JarvisPlatform",
                "JarvisVisuals",
            ]),
        library(
            "JarvisSettingsUI",
            [
                "GioKit", "GtkKit", "JarvisAssistant", "JarvisConversation", "JarvisCore", "JarvisDesktopKit",
                "JarvisPlatform", "JarvisSpokenText", "JarvisStore", "JarvisVisuals",
            ]),
        library(
            "JarvisDesktop",
            [
                "GioKit", "GtkKit", "JarvisAssistant", "JarvisConversation", "JarvisCore",
                "JarvisDesktopControl", "JarvisDesktopKit", "JarvisPlatform", "JarvisSettingsUI", "JarvisStore",
                "JarvisVisuals",
            ]),
        library(
            "JarvisKnowledge",
            ["CGio", "GioKit", "JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisUnderstanding"],
            embedding: ["Calendar/windows-zones.txt"]),
        library(
            "JarvisLanguageModels",
            ["JarvisAgent", "JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisUnderstanding"]),
        library("JarvisSkills", ["JarvisAgent", "JarvisCore", "JarvisPlatform", "JarvisStore", "JarvisUnderstanding"]),
        library(
            "JarvisSpeechModels",
            ["CArchive", "COnnxRuntime", "CProcess", "CSherpaOnnx", "JarvisCore", "JarvisNetwork", "JarvisPlatform"],
            computesMuch: true, embedding: ["SherpaOnnx/Voice/misaki.txt"]),
        library(
            "JarvisSpeechServers",
            ["JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisSignal", "JarvisSpokenText"]),
        library(
            "JarvisToolServers",
            ["JarvisAgent", "JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisUnderstanding"]),
        // Speech, and a look around
        library(
            "JarvisDiscovery",
            [
                "GioKit", "JarvisCore", "JarvisLanguageModels", "JarvisNetwork", "JarvisPlatform",
                "JarvisSpeechServers", "JarvisToolServers",
            ]),
        library(
            "JarvisRecognition",
            [
                "CPocketSphinx", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisSpeechModels",
                "JarvisSpokenText",
            ],
            computesMuch: true),
        library(
            "JarvisSynthesis",
            ["CESpeakNG", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisSpeechModels", "JarvisSpokenText"]),
        // Every subcommand
        library(
            "JarvisCommands",
            [
                "CSndfile", "GioKit", "JarvisConversation", "JarvisCore", "JarvisDiscovery", "JarvisLanguageModels",
                "JarvisNetwork", "JarvisPlatform", "JarvisRecognition", "JarvisSignal", "JarvisSpeechModels",
                "JarvisStore", "JarvisSynthesis", "JarvisToolServers", "JarvisVisuals", argumentParser,
            ]),
        // What other programs see
        library(
            "JarvisService",
            [
                "GioKit", "JarvisAssistant", "JarvisCommands", "JarvisConversation", "JarvisCore",
                "JarvisDesktopControl", "JarvisPlatform", "JarvisStore", argumentParser,
            ]),
        // Programs; the only places that know all concrete types
        program(
            "jarvis",
            [
                "JarvisConversation", "JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisNetwork", "JarvisAudio",
                "JarvisRecognition", "JarvisSpeechModels", "JarvisSynthesis", "JarvisSpeechServers", "JarvisAgent",
                "JarvisSkills", "JarvisDesktopControl", "JarvisStore", "JarvisKnowledge", "JarvisVisuals",
                "JarvisAssistant", "JarvisLanguageModels", "JarvisCommands", "JarvisToolServers", "JarvisDesktop",
                "JarvisDesktopKit", "JarvisSettingsUI", "GtkKit", "GioKit", "JarvisDiscovery", "JarvisService",
                "JarvisSpokenText", argumentParser,
            ]),
        // Test support; never linked by the app
        support("JarvisTesting", ["JarvisCore"]),
        support("JarvisAudioTesting", ["JarvisAudio", "JarvisCore", "JarvisPlatform"]),
        support("JarvisSpeechTesting", ["JarvisCore", "JarvisSignal", "JarvisPlatform", "JarvisSpeechModels"]),
        support("JarvisNetworkTesting", ["JarvisNetwork"]),
        support("JarvisControlTesting", ["JarvisCore"]),
        support("JarvisBusTesting", ["CGio", "GioKit", "JarvisTesting"]),
        support(
            "JarvisConversationTesting",
            [
                "JarvisAgent", "JarvisAssistant", "JarvisAudio", "JarvisControlTesting", "JarvisConversation",
                "JarvisCore", "JarvisKnowledge", "JarvisLanguageModels", "JarvisNetwork", "JarvisNetworkTesting",
                "JarvisPlatform", "JarvisRecognition", "JarvisSignal", "JarvisSkills", "JarvisSpeechModels",
                "JarvisStore", "JarvisSynthesis", "JarvisTesting", "JarvisToolServers", "JarvisUnderstanding",
            ]),
        support(
            "JarvisProgramTesting",
            ["JarvisConversationTesting", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisTesting"]),
        tool(
            "jarvis-uicheck",
            [
                "CEpoxy", "CGtk", "GioKit", "GtkKit", "JarvisDesktop", "JarvisDesktopKit", "JarvisSettingsUI",
                "JarvisConversation", "JarvisCore", "JarvisAssistant", "JarvisAgent", "JarvisSkills", "JarvisTesting",
                "JarvisStore", "JarvisPlatform", "JarvisVisuals",
            ]),
        tool(
            "jarvis-systemcheck",
            ["JarvisPlatform", "JarvisNetwork", "JarvisAgent", "JarvisCore", "JarvisKnowledge"]),
        tool("jarvis-storecheck", ["JarvisStore", "JarvisCore", "JarvisPlatform", "JarvisTesting"]),

        tests("JarvisCoreTests", ["JarvisCore", "JarvisTesting"]),
        tests("JarvisConversationTests", ["JarvisConversation", "JarvisCore", "JarvisTesting"]),
        tests("JarvisUnderstandingTests", ["JarvisCore", "JarvisTesting", "JarvisUnderstanding"]),
        tests("JarvisSignalTests", ["JarvisSignal", "JarvisTesting"]),
        tests("JarvisPlatformTests", ["JarvisCore", "JarvisPlatform", "JarvisTesting"]),
        tests("GioKitTests", ["CGio", "GioKit", "JarvisBusTesting", "JarvisTesting"]),
        tests(
            "JarvisAudioTests",
            ["JarvisAudio", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisTesting", "JarvisVisuals"]),
        tests("JarvisSpokenTextTests", ["JarvisSpokenText", "JarvisTesting"]),
        tests(
            "JarvisNetworkTests",
            ["CSoup", "JarvisCore", "JarvisNetwork", "JarvisNetworkTesting", "JarvisPlatform", "JarvisTesting"]),
        tests(
            "JarvisRecognitionTests",
            [
                "JarvisCore", "JarvisPlatform", "JarvisRecognition", "JarvisSignal", "JarvisSpeechModels",
                "JarvisSpeechTesting", "JarvisSpokenText", "JarvisSynthesis", "JarvisTesting",
            ]),
        tests(
            "JarvisSpeechModelsTests",
            [
                "CSherpaOnnx", "JarvisCore", "JarvisNetwork", "JarvisPlatform", "JarvisSignal", "JarvisSpeechModels",
                "JarvisSpeechTesting", "JarvisTesting",
            ]),
        tests(
            "JarvisSynthesisTests",
            [
                "JarvisCore", "JarvisPlatform", "JarvisSpeechModels", "JarvisSpeechTesting", "JarvisSpokenText",
                "JarvisSynthesis", "JarvisTesting",
            ]),
        tests(
            "JarvisSpeechServersTests",
            [
                "JarvisCore", "JarvisNetwork", "JarvisNetworkTesting", "JarvisPlatform", "JarvisSignal",
                "JarvisSpeechServers", "JarvisSpeechTesting", "JarvisSynthesis", "JarvisTesting",
            ]),
        tests(
            "JarvisAgentTests",
            [
                "GioKit", "JarvisAgent", "JarvisAssistant", "JarvisAudio", "JarvisBusTesting", "JarvisControlTesting",
                "JarvisConversation", "JarvisCore", "JarvisDesktopControl", "JarvisLanguageModels", "JarvisNetwork",
                "JarvisNetworkTesting", "JarvisPlatform", "JarvisRecognition", "JarvisSignal", "JarvisSkills",
                "JarvisSpeechModels", "JarvisSpeechTesting", "JarvisSpokenText", "JarvisStore", "JarvisSynthesis",
                "JarvisTesting", "JarvisToolServers", "JarvisUnderstanding",
            ]),
        tests(
            "JarvisDesktopControlTests",
            [
                "GioKit", "JarvisBusTesting", "JarvisControlTesting", "JarvisConversation", "JarvisCore",
                "JarvisDesktopControl", "JarvisPlatform", "JarvisTesting",
            ]),
        tests(
            "JarvisStoreTests",
            [
                "GioKit", "JarvisBusTesting", "JarvisCore", "JarvisPlatform", "JarvisSignal", "JarvisStore",
                "JarvisTesting",
            ]),
        tests(
            "JarvisLanguageModelsTests",
            [
                "JarvisCore", "JarvisLanguageModels", "JarvisNetwork", "JarvisNetworkTesting", "JarvisPlatform",
                "JarvisTesting",
            ]),
        tests(
            "JarvisToolServersTests",
            [
                "JarvisCore", "JarvisNetwork", "JarvisNetworkTesting", "JarvisPlatform", "JarvisTesting",
                "JarvisToolServers", "JarvisUnderstanding",
            ]),
        tests(
            "JarvisDiscoveryTests",
            [
                "GioKit", "JarvisBusTesting", "JarvisCore", "JarvisDiscovery", "JarvisLanguageModels", "JarvisNetwork",
                "JarvisNetworkTesting", "JarvisPlatform", "JarvisTesting", "JarvisToolServers",
            ]),
        tests(
            "JarvisCommandsTests",
            [
                "JarvisCommands", "JarvisCore", "JarvisNetworkTesting", "JarvisPlatform", "JarvisSignal", "JarvisStore",
                "JarvisTesting", "JarvisToolServers",
            ]),
        tests(
            "JarvisKnowledgeTests",
            [
                "GioKit", "JarvisBusTesting", "JarvisCore", "JarvisKnowledge", "JarvisNetwork", "JarvisPlatform",
                "JarvisTesting", "JarvisUnderstanding",
            ]),
        tests(
            "JarvisVisualsTests",
            ["CRasterizer", "JarvisConversation", "JarvisCore", "JarvisPlatform", "JarvisTesting", "JarvisVisuals"],
            without: ["Goldens"]),
        tests(
            "JarvisAssistantTests",
            ["JarvisAgent", "JarvisAssistant", "JarvisConversation", "JarvisCore", "JarvisSkills", "JarvisTesting"]),
        tests(
            "JarvisServiceTests",
            [
                "GioKit", "JarvisAssistant", "JarvisBusTesting", "JarvisConversation", "JarvisCore",
                "JarvisDesktopControl", "JarvisPlatform", "JarvisService", "JarvisStore", "JarvisTesting",
            ]),
        tests(
            "JarvisDesktopTests",
            [
                "GioKit", "GtkKit", "JarvisAssistant", "JarvisConversation", "JarvisCore", "JarvisDesktop",
                "JarvisDesktopKit", "JarvisPlatform", "JarvisSettingsUI", "JarvisStore", "JarvisTesting",
                "JarvisVisuals",
            ]),
        tests(
            "SessionTests",
            [
                "JarvisConversationTesting", "JarvisCore", "JarvisPlatform", "JarvisProgramTesting",
                "JarvisSpeechTesting", "JarvisStore", "JarvisTesting",
            ]),
        tests("HygieneTests", ["JarvisTesting"], computesMuch: true),
        tests(
            "EndToEndTests",
            [
                "GioKit", "JarvisAudio", "JarvisAudioTesting", "JarvisBusTesting", "JarvisCore", "JarvisPlatform",
                "JarvisProgramTesting", "JarvisSignal", "JarvisSpeechTesting", "JarvisTesting",
            ]),
    ]
)

// Only scripts/bench needs these, so other builds skip them. They measure `package` members, which another package couldn't see.
if Context.environment["JARVIS_BENCHMARKS"] != nil {
    package.targets += [
        tool(
            "jarvis-speechcheck",
            [
                "JarvisRecognition", "JarvisSynthesis", "JarvisSpokenText", "JarvisAudio", "JarvisSignal",
                "JarvisAssistant", "JarvisAgent", "JarvisSkills", "JarvisConversation", "JarvisCore", "JarvisPlatform",
                "JarvisTesting", "JarvisAudioTesting", "JarvisSpeechTesting", "JarvisSpeechModels",
                "JarvisControlTesting", "CPocketSphinx", argumentParser,
            ]),
        tool(
            "jarvis-understandingcheck",
            [
                "JarvisAgent", "JarvisSkills", "JarvisCore", "JarvisPlatform", "JarvisTesting", "JarvisControlTesting",
                "JarvisUnderstanding",
            ]),
        tool(
            "jarvis-mindcheck",
            [
                "JarvisAgent", "JarvisAssistant", "JarvisConversation", "JarvisSkills", "JarvisLanguageModels",
                "JarvisNetwork", "JarvisSynthesis", "JarvisCore", "JarvisPlatform", "JarvisTesting",
                "JarvisControlTesting", "JarvisToolServers",
            ]),
    ]
}

// What draws takes longest to build and does not hear or speak: scripts/sanitize does without it.
if Context.environment["JARVIS_WITHOUT_WINDOW"] != nil {
    let drawing: Set<String> = [
        "CGtk", "GtkKit", "JarvisDesktopKit", "JarvisSettingsUI", "JarvisDesktop", "jarvis", "jarvis-uicheck",
        "JarvisVisualsTests", "JarvisDesktopTests", "EndToEndTests",
    ]
    package.products.removeAll()
    package.targets.removeAll { drawing.contains($0.name) }
}

// Some test targets alone, with what they use: scripts/sanitize builds no more for a filter that names them.
if let names = Context.environment["JARVIS_TESTS"] {
    var used: Set<String> = []
    var open = names.split(separator: ",").map(String.init)
    while let name = open.popLast() {
        guard used.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
    }
    package.products.removeAll()
    package.targets.removeAll { !used.contains($0.name) }
}

// Built for libFuzzer, which brings the main function along: only scripts/fuzz knows it.
if Context.environment["JARVIS_FUZZ"] != nil {
    package.targets.append(
        tool(
            "jarvis-fuzz",
            [
                "CGio", "GioKit", "JarvisAgent", "JarvisKnowledge", "JarvisCore", "JarvisRecognition",
                "JarvisDiscovery", "JarvisLanguageModels", "JarvisStore", "JarvisSpeechModels", "JarvisNetwork",
                "JarvisPlatform", "JarvisSignal", "JarvisSpeechServers", "JarvisSpokenText", "JarvisTesting",
                "JarvisToolServers", "JarvisDesktopControl", "JarvisUnderstanding",
            ]))
}
