// SPDX-License-Identifier: GPL-3.0-or-later
// The one owner of espeak-ng. The library keeps a single global state per process (voice, rate, callback, position),
// so every use of it, from whatever thread, goes through the lock in this file. A use is short: speech comes hundreds
// of times faster than it is heard.

import CESpeakNG
import JarvisCore
import JarvisPlatform
import Synchronization

/// What the library was last told; guarded by `library`.
struct ESpeakState {
    /// The data folder it was initialised with; nil before the first use. The empty string is its own default.
    fileprivate var dataDirectory: String?
    /// Why it could not be initialised; trying again in the same process would not help.
    fileprivate var failure: SynthesisFailure?
    /// Hertz, as the library reports it.
    fileprivate(set) var sampleRateHertz = 0
    /// Base voices and variants, read once per initialisation.
    fileprivate var catalogue: ESpeakCatalogue?
    /// How far each voice follows the pitch setting, measured when it is first needed.
    private var reaches: [String: Double] = [:]

    /// The installed voices.
    mutating func voices() -> ESpeakCatalogue {
        if let catalogue { return catalogue }
        let read = ESpeakCatalogue.read()
        catalogue = read
        return read
    }

    /// How far the voice that is set, by this name, follows the pitch setting.
    mutating func pitchReach(of voice: String) -> Double {
        if let known = reaches[voice] { return known }
        let measured = ESpeakCalibration.reach(sampleRateHertz: sampleRateHertz)
        reaches[voice] = measured
        return measured
    }
}

/// An object, because the optimiser turns a lock at file scope into zeroes, and an optional failure of zeroes is one.
private final class ESpeakOwner: Sendable {
    let state = Mutex(ESpeakState())
}

private let library = ESpeakOwner()

enum ESpeakLibrary {
    /// Runs `body` as the library's only user, initialising it first.
    /// - Parameter dataDirectory: The folder that contains `espeak-ng-data`; nil for the library's own default.
    /// - Throws: `SynthesisFailure.engineUnavailable` when its data is missing, and what `body` throws.
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
            // espeak_Terminate does not return after some failures, so there is no way to change the folder.
            guard current == dataDirectory else {
                throw SynthesisFailure.engineUnavailable(reason: "espeak-ng already uses other data in this process")
            }
            return
        }
        // Without DONT_EXIT the library ends the whole process when its data is missing.
        let options = espeakINITIALIZE_DONT_EXIT
        let rate =
            dataDirectory.isEmpty
            ? espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, pieceMilliseconds, nil, options)
            : espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, pieceMilliseconds, dataDirectory, options)
        // Some versions report a rate although the data folder is empty; a voice that cannot be loaded tells.
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
        return "espeak-ng finds no data in \(place); install the package espeak-ng-data"
    }

    /// Length of the pieces in which the library hands out sound.
    private static let pieceMilliseconds: Int32 = 60
}

/// Receives the pieces of the message being synthesized; the receiver travels as the message's user data.
private let receiveSpeech:
    @convention(c) (UnsafeMutablePointer<Int16>?, Int32, UnsafeMutablePointer<espeak_EVENT>?) -> Int32 = {
        samples, count, events in
        guard let events, let box = events.pointee.user_data else { return 1 }
        let receiver = Unmanaged<ESpeakListener>.fromOpaque(box).takeUnretainedValue()
        let sound = UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : Int(count))
        return receiver.receive(sound, events: events) ? 0 : 1
    }
