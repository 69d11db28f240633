// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the first setup: the parts that it tests, and the file for its progress.

import JarvisAssistant
import JarvisAudio
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisNetwork
import JarvisPlatform
import JarvisRecognition
import JarvisSpeechModels
import JarvisSynthesis

extension Composition {
    /// The file that stores the progress of the setup.
    var onboardingFile: OnboardingFile { OnboardingFile(directories) }

    /// The setup in the window.
    /// - Parameter isShown: False to skip the setup, even if it is due.
    func onboarding(isShown: Bool) -> OnboardingServices {
        let file = onboardingFile
        let warm = embeddedRecognizer
        var services = OnboardingServices(
            keeper: file, isDue: isShown && file.isDue, makePlayer: makeTrialPlayer(),
            makeMicrophoneCheck: makeMicrophoneCheck(), warmUp: { warm.warmUp() }, login: login,
            finder: serviceFinder())
        services.voiceOffer = voiceOffer()
        return services
    }

    /// Returns a function that offers the standard voice where it isn't installed, but could be computed.
    private func voiceOffer() -> @Sendable () -> VoiceOffer? {
        let (voices, library, network) = (
            naturalVoices, resources.speechLibraryFolder, NetworkOnDemand(traffic: traffic)
        )
        let known = try? models()
        return {
            guard (try? voices.voice(Voice.standard)) == nil, SherpaOnnxLibrary.isInstalled(in: library), let known,
                let record = known.catalogue.models.first(where: { $0.family == .hibari }),
                let package = record.package
            else { return nil }
            let description = HibariVoice.description
            let voice = Voice(
                id: NaturalVoice.id(of: description), name: NaturalVoice.name(of: description),
                languages: [description.language], kind: .natural, byteCount: record.bytes, licence: record.licence)
            return VoiceOffer(voice: voice, bytes: package.bytes) { progress in
                let runner = ProcessRunner()
                let installer = ModelInstaller(models: known, network: network, runner: runner) { folder, _ in
                    try await ModelTrial.run(folder, by: runner).firstSoundMilliseconds
                }
                // A damaged voice of this name is replaced.
                _ = try await installer.install(.catalogue(id: record.id), replacing: true) { report in
                    guard report.step == .fetching, let total = report.totalBytes, total > 0 else { return }
                    progress(min(1, Double(report.bytes) / Double(total)))
                }
            }
        }
    }

    /// Returns a function that creates separate players, so that a trial doesn't disturb the conversation's player.
    func makeTrialPlayer() -> @Sendable () -> any SpeechPlayer {
        let (server, meters) = (server, meters)
        return { PulsePlayer(server: server, meters: meters, reference: PlaybackReference()) }
    }

    /// What the user can try in the settings, with separate microphones, players and meters.
    func hearing() -> HearingServices {
        let (server, detectors, reference, readerVoice) = (server, voiceDetectors, reference, readerVoice)
        @Sendable func microphone(_ reference: PlaybackReference?) -> PulseMicrophone {
            PulseMicrophone(
                server: server, meters: AudioMeters(), reference: reference, readerVoice: readerVoice,
                makeDetector: { detectors.make() })
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
        let (server, meters, detectors, readerVoice) = (server, meters, voiceDetectors, readerVoice)
        let dictation = thePackagedDictation
        return {
            MicrophoneCheck(
                // JARVIS is silent during the check, so there is no echo to remove.
                microphone: PulseMicrophone(
                    server: server, meters: meters, readerVoice: readerVoice, makeDetector: { detectors.make() }),
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
