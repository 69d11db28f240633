// SPDX-License-Identifier: GPL-3.0-or-later
// The setup put together: what it tries, and where it keeps how far it has come.

import JarvisAssistant
import JarvisAudio
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisRecognition

extension Composition {
    /// Where the setup keeps how far it has come.
    var onboardingFile: OnboardingFile { OnboardingFile(directories) }

    /// The setup of the window.
    /// - Parameter isShown: false leaves it out, whether it is due or not.
    func onboarding(isShown: Bool) -> OnboardingServices {
        let file = onboardingFile
        let warm = embeddedRecognizer
        return OnboardingServices(
            keeper: file, isDue: isShown && file.isDue, makePlayer: makeTrialPlayer(),
            makeMicrophoneCheck: makeMicrophoneCheck(), warmUp: { warm.warmUp() }, login: login,
            finder: serviceFinder())
    }

    /// Makes players of their own, so that the conversation's is not taken from it.
    func makeTrialPlayer() -> @Sendable () -> any SpeechPlayer {
        let (server, meters) = (server, meters)
        return { PulsePlayer(server: server, meters: meters, reference: PlaybackReference()) }
    }

    /// What the settings let be tried: microphones and players of their own, and meters that no picture follows.
    func hearing() -> HearingServices {
        let (server, detectors, reference) = (server, voiceDetectors, reference)
        @Sendable func microphone(_ reference: PlaybackReference?) -> PulseMicrophone {
            PulseMicrophone(
                server: server, meters: AudioMeters(), reference: reference, makeDetector: { detectors.make() })
        }
        return HearingServices(
            makeTrial: { HearingTrial(microphone: microphone(reference)) },
            makeSoundTrial: {
                let own = PlaybackReference()
                return SoundTrial(
                    player: PulsePlayer(server: server, meters: AudioMeters(), reference: own),
                    plain: microphone(nil), withoutEcho: microphone(own)
                ) { SoundTreatment.apply($1, to: $0, detector: detectors.make()) }
            },
            makePlayer: makeTrialPlayer(), cacheFolder: directories.cache)
    }

    /// Makes checks of the microphone, which listen for what can be said to the setup, and for free speech. Words are
    /// recognized on this computer, whatever is set: nothing of it is sent.
    func makeMicrophoneCheck() -> @Sendable () -> MicrophoneCheck {
        let (server, meters, detectors, dictation) = (server, meters, voiceDetectors, thePackagedDictation)
        return {
            MicrophoneCheck(
                // JARVIS is silent while it is heard: there is no echo to remove.
                microphone: PulseMicrophone(server: server, meters: meters, makeDetector: { detectors.make() }),
                recognizer: PocketSphinxRecognizer(
                    model: .installed, patterns: OnboardingPhrases.patterns, dictation: dictation), task: .command)
        }
    }

    /// Whether JARVIS starts with the desktop.
    var login: any LoginLaunching {
        LoginEntry(
            AutostartEntry(
                folder: Folder.parent(of: directories.configuration) + "/autostart",
                identifier: DesktopApplication.identifier, name: "JARVIS",
                program: Environment.executablePath() ?? "jarvis"))
    }
}

/// The autostart entry, read and written on a thread of its own.
private actor LoginEntry: LoginLaunching {
    private let executor = WorkerExecutor(name: "login")
    private let entry: AutostartEntry

    init(_ entry: AutostartEntry) {
        self.entry = entry
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func isOn() -> Bool { entry.isOn }
    func set(_ isOn: Bool) throws { try entry.set(isOn) }
}
