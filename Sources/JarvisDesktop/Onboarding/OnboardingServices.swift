// SPDX-License-Identifier: GPL-3.0-or-later
// What the setup needs beside a window's other services; the composition root fills it in.

public import JarvisAssistant
public import JarvisCore

/// The parts of the setup.
public struct OnboardingServices: Sendable {
    /// Keeps how far it has come.
    public var keeper: any OnboardingKeeper
    /// Whether it is shown by itself when the first window opens.
    public var isDue: Bool
    /// Plays the voices that are tried, apart from the conversation's own.
    public var makePlayer: @Sendable () -> any SpeechPlayer
    /// Tries the microphone, with a recognizer behind it.
    public var makeMicrophoneCheck: @Sendable () -> MicrophoneCheck
    /// Loads what the first question would otherwise wait for.
    public var warmUp: @Sendable () -> Void
    /// Whether JARVIS starts with the desktop.
    public var login: any LoginLaunching
    /// Looks for what could be connected; nil where there is nothing that could.
    public var finder: (any ServiceFinder)?

    public init(
        keeper: any OnboardingKeeper, isDue: Bool, makePlayer: @escaping @Sendable () -> any SpeechPlayer,
        makeMicrophoneCheck: @escaping @Sendable () -> MicrophoneCheck, warmUp: @escaping @Sendable () -> Void,
        login: any LoginLaunching, finder: (any ServiceFinder)? = nil
    ) {
        self.keeper = keeper
        self.isDue = isDue
        self.makePlayer = makePlayer
        self.makeMicrophoneCheck = makeMicrophoneCheck
        self.warmUp = warmUp
        self.login = login
        self.finder = finder
    }
}

/// Starts JARVIS with the desktop, or no longer.
public protocol LoginLaunching: Sendable {
    /// Whether it does now.
    func isOn() async -> Bool
    /// - Throws: `StoreFailure` when that cannot be kept.
    func set(_ isOn: Bool) async throws
}

/// Something on this computer or near it that JARVIS could use.
public struct FoundService: Hashable, Sendable, Identifiable {
    public var id: String
    /// What people call it: "Ollama".
    public var name: String
    /// Where it is, and what it offers.
    public var detail: String
    /// The shell command that does the same.
    public var command: String
    /// JARVIS has it already.
    public var isAdded: Bool
    /// The other computer that gets what is said to it; nil for this one.
    public var remoteHost: String?

    public init(
        id: String, name: String, detail: String, command: String, isAdded: Bool, remoteHost: String? = nil
    ) {
        self.id = id
        self.name = name
        self.detail = detail
        self.command = command
        self.isAdded = isAdded
        self.remoteHost = remoteHost
    }
}

/// Looks for services, and takes those into use that the user has agreed to.
public protocol ServiceFinder: Sendable {
    /// Looks once; each service comes as it is found. Nothing is asked of anything before this is called.
    func services() -> AsyncStream<FoundService>
    /// Adds it, and takes it into use unless another one of its kind is.
    /// - Returns: whether it is in use now.
    func use(_ id: String) async throws -> Bool
}
