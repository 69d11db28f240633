// SPDX-License-Identifier: GPL-3.0-or-later
// What the setup needs in addition to a window's other services; the composition root creates it.

public import JarvisAssistant
public import JarvisCore

/// The services of the setup.
public struct OnboardingServices: Sendable {
    /// Stores the progress.
    public var keeper: any OnboardingKeeper
    /// True if the setup appears by itself when the first window opens.
    public var isDue: Bool
    /// Makes a player of voice previews, separate from the conversation's.
    public var makePlayer: @Sendable () -> any SpeechPlayer
    /// Makes a check of the microphone that includes a recognizer.
    public var makeMicrophoneCheck: @Sendable () -> MicrophoneCheck
    /// Loads everything that would delay the first question.
    public var warmUp: @Sendable () -> Void
    /// Controls whether JARVIS starts with the desktop.
    public var login: any LoginLaunching
    /// Searches for services to connect; nil if there is nothing to search.
    public var finder: (any ServiceFinder)?
    /// Returns the natural voice that can be installed; nil once it is there.
    public var voiceOffer: @Sendable () -> VoiceOffer? = { nil }

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

/// A voice that isn't installed yet.
public struct VoiceOffer: Sendable {
    /// The voice as it will be listed.
    public var voice: Voice
    /// The size of the download.
    public var bytes: Int
    /// Fetches and installs the voice; reports the share of the download that has arrived, 0…1, on any thread.
    public var install: @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws -> Void

    public init(
        voice: Voice, bytes: Int,
        install: @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws -> Void
    ) {
        self.voice = voice
        self.bytes = bytes
        self.install = install
    }
}

/// Makes JARVIS start with the desktop, or no longer do so.
public protocol LoginLaunching: Sendable {
    /// True if JARVIS starts with the desktop.
    func isOn() async -> Bool
    /// Turns the start with the desktop on or off.
    /// - Throws: `StoreFailure` if the choice can't be stored.
    func set(_ isOn: Bool) async throws
}

/// A service on or near this computer that JARVIS could use.
public struct FoundService: Hashable, Sendable, Identifiable {
    public var id: String
    /// The service's common name, such as "Ollama".
    public var name: String
    /// Where the service is, and what it offers.
    public var detail: String
    /// The shell command that adds the service.
    public var command: String
    /// True if JARVIS already has the service.
    public var isAdded: Bool
    /// The remote host that receives requests; nil if the service is on this computer.
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

/// Searches for services, and adds those that the user agrees to.
public protocol ServiceFinder: Sendable {
    /// Searches once, and yields each service as it is found. Contacts nothing before this call.
    func services() -> AsyncStream<FoundService>
    /// Adds a service, and uses it unless JARVIS already uses another one of its kind.
    /// - Returns: true if the service is now in use.
    func use(_ id: String) async throws -> Bool
}
