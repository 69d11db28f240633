// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says about failures: the advice of the window, with commands instead of panes.

import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// What happened and what to do; nil for errors that are not ours.
func commandAdvice(for error: any Error) -> String? {
    switch error {
    case let failure as AudioFailure: failure.commandAdvice
    case let failure as RecognitionFailure: failure.commandAdvice
    case let failure as SynthesisFailure: failure.commandAdvice
    case let failure as AgentFailure: failure.advice
    case let failure as StoreFailure: failure.commandAdvice
    case let failure as ServerFailure: failure.advice
    case let failure as ServerAddressError: failure.advice
    case let failure as SecretFailure: failure.advice
    default: nil
    }
}

extension AudioFailure {
    fileprivate var commandAdvice: String {
        switch self {
        case .serverUnavailable: "No sound server answers. Start PipeWire (with pipewire-pulse) or PulseAudio."
        case .noDevice(.input): "No microphone found. Connect one; \"jarvis devices\" lists what there is."
        case .noDevice(.output): "No speakers found. Connect some; \"jarvis devices\" lists what there is."
        case .deviceMissing(let name):
            "The sound device \"\(name)\" is not connected; \"jarvis devices\" lists what there is. "
                + "\"jarvis config set audio.input default\" (or audio.output) chooses the desktop's own."
        case .streamFailed(let reason): "The sound device stopped (\(reason)). Try again."
        }
    }
}

extension RecognitionFailure {
    fileprivate var commandAdvice: String {
        switch self {
        case .modelMissing(let path):
            "The speech model is missing (looked in \(path)). Install the package pocketsphinx-en-us."
        case .engineFailed(let reason): "Speech recognition failed (\(reason))."
        case .serverFailed(let failure): failure.advice
        }
    }
}

extension SynthesisFailure {
    var commandAdvice: String {
        switch self {
        case .engineUnavailable(let reason):
            "Speech output does not work (\(reason)). Install the package espeak-ng-data."
        case .voiceMissing(let voice):
            "The voice \"\(voice)\" is not installed; \"jarvis voices\" lists which are."
        case .serverFailed(let failure): failure.advice
        }
    }
}

extension StoreFailure {
    var commandAdvice: String {
        switch self {
        case .inputOutput(let path, let errno):
            "\(path): \(StoreFailure.systemText(of: errno)). Check the disk and the file's permissions."
        default: advice
        }
    }
}
