// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the first setup: the parts that it tests, and the file for its progress.

import JarvisAssistant
import JarvisAudio
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform
import JarvisRecognition

extension Composition {
    /// The file that stores the progress of the setup.
    var onboardingFile: OnboardingFile { OnboardingFile(directories) }

    /// The setup in the window.
    /// - Parameter isShown: False to skip the setup, even if it is due.
    func onboarding(isShown: Bool) -> OnboardingServices {
        let file = onboardingFile
        let warm = embeddedRecognizer
        return OnboardingServices(
            keeper: file, isDue: isShown && file.isDue, makePlayer: makeTrialPlayer(),
            makeMicrophoneCheck: makeMicrophoneCheck(), warmUp: { warm.warmUp() }, login: login,
            finder: serviceFinder())
    }

    /// Returns a function that creates separate players, so that a trial doesn't disturb the conversation's player.
    func makeTrialPlayer() -> @Sendable () -> any SpeechPlayer {
        let (server, meters) = (server, meters)
        return { PulsePlayer(server: server, meters: meters, reference: PlaybackReference()) }
    }

    /// The parts that can be tried in the settings: separate microphones and players, and meters of their own.
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

    /// Returns a function that creates microphone checks, which listen for the setup's commands and for free speech.
    /// They always recognize on this computer, regardless of the settings; nothing is sent.
    func makeMicrophoneCheck() -> @Sendable () -> MicrophoneCheck {
        let (server, meters, detectors, dictation) = (server, meters, voiceDetectors, thePackagedDictation)
        return {
            MicrophoneCheck(
                // JARVIS is silent during the check, so there is no echo to remove.
                microphone: PulseMicrophone(server: server, meters: meters, makeDetector: { detectors.make() }),
                recognizer: PocketSphinxRecognizer(
                    model: .installed, patterns: OnboardingPhrases.patterns, dictation: dictation), task: .command)
        }
    }

    /// The switch for starting JARVIS with the desktop.
    var login: any LoginLaunching {
        LoginEntry(
            AutostartEntry(
                folder: Folder.parent(of: directories.configuration) + "/autostart",
                identifier: DesktopApplication.identifier, name: "JARVIS",
                program: Environment.executablePath() ?? "jarvis"))
    }
}

/// The autostart entry, read and written on a separate thread.
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
