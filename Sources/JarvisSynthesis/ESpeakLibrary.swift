// SPDX-License-Identifier: GPL-3.0-or-later
// Owns espeak-ng. The library has one global state per process (voice, rate, callback, position), so every use, from
// any thread, goes through the lock in this file. The lock is held only briefly: synthesis is hundreds of times faster
// than real time.

import CESpeakNG
import JarvisCore
import JarvisPlatform
import Synchronization

/// The library's current state, which the lock of `library` protects.
struct ESpeakState {
    /// The data folder that the library was initialized with; nil before the first use, empty for the library's
    /// default.
    fileprivate var dataDirectory: String?
    /// The reason why initialization failed; trying again in the same process would not help.
    fileprivate var failure: SynthesisFailure?
    /// The sample rate in hertz, as the library reports it.
    fileprivate(set) var sampleRateHertz = 0
    /// The installed base voices and variants, read once per initialization.
    fileprivate var catalogue: ESpeakCatalogue?
    /// How far each voice follows the pitch setting, measured when it is first used.
    private var reaches: [String: Double] = [:]

    /// The catalogue of the installed voices, which is read once.
    mutating func voices() -> ESpeakCatalogue {
        if let catalogue { return catalogue }
        let read = ESpeakCatalogue.read()
        catalogue = read
        return read
    }

    /// How far the current voice, named `voice`, follows the pitch setting.
    mutating func pitchReach(of voice: String) -> Double {
        if let known = reaches[voice] { return known }
        let measured = ESpeakCalibration.reach(sampleRateHertz: sampleRateHertz)
        reaches[voice] = measured
        return measured
    }
}

/// A class, because the optimizer turns a lock at file scope into zeroes, and an optional failure of zeroes reads as a
/// failure.
private final class ESpeakOwner: Sendable {
    let state = Mutex(ESpeakState())
}

private let library = ESpeakOwner()

enum ESpeakLibrary {
    /// Runs `body` as the library's only user, after initializing the library if necessary.
    /// - Parameter dataDirectory: The folder that contains `espeak-ng-data`; nil for the library's own default.
    /// - Throws: `SynthesisFailure.engineUnavailable` if the data is missing, and the errors of `body`.
    static func use<Result>(
        dataDirectory: String?, _ body: (inout sending ESpeakState) throws -> sending Result
    ) throws -> sending Result {
        try library.state.withLock { state in
            try prepare(&state, dataDirectory: dataDirectory ?? "")
            return try body(&state)
        }
    }

    private static func prepare(_ state: inout ESpeakState, dataDirectory: String) throws {
        guard dataDirectory.isEmpty || Environment.exists(dataDirectory + "/espeak-ng-data/phontab") else {
            throw SynthesisFailure.engineUnavailable(reason: missingData(dataDirectory))
        }
        if let failure = state.failure { throw failure }
        if let current = state.dataDirectory {
            // The folder can't be changed later, because `espeak_Terminate` does not return after some failures.
            guard current == dataDirectory else {
                throw SynthesisFailure.engineUnavailable(reason: "espeak-ng already uses other data in this process")
            }
            return
        }
        // Without this option the library ends the whole process if its data is missing.
        let options = espeakINITIALIZE_DONT_EXIT
        let rate =
            dataDirectory.isEmpty
            ? espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, pieceMilliseconds, nil, options)
            : espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, pieceMilliseconds, dataDirectory, options)
        // Some versions report a sample rate although the data folder is empty, so try loading a voice.
        guard rate > 0, espeak_SetVoiceByName("en") == EE_OK else {
            let failure = SynthesisFailure.engineUnavailable(reason: missingData(dataDirectory))
            state.failure = failure
            throw failure
        }
        espeak_SetSynthCallback(receiveSpeech)
        state.dataDirectory = dataDirectory
        state.sampleRateHertz = Int(rate)
    }

    private static func missingData(_ directory: String) -> String {
        let place = directory.isEmpty ? "its default folder" : directory
        return "espeak-ng can't find its data in \(place); install espeak-ng-data"
    }

    /// The length of the pieces in which the library delivers sound.
    private static let pieceMilliseconds: Int32 = 60
}

/// Receives the pieces of the current message; the message's user data is the listener.
private let receiveSpeech:
    @convention(c) (UnsafeMutablePointer<Int16>?, Int32, UnsafeMutablePointer<espeak_EVENT>?) -> Int32 = {
        samples, count, events in
        guard let events, let box = events.pointee.user_data else { return 1 }
        let receiver = Unmanaged<ESpeakListener>.fromOpaque(box).takeUnretainedValue()
        let sound = UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : Int(count))
        return receiver.receive(sound, events: events) ? 0 : 1
    }
