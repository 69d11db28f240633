// SPDX-License-Identifier: GPL-3.0-or-later
// The failures of installing, verifying, choosing and removing speech models, with their explanations.

public import JarvisCore

/// A speech model that could not be installed, verified, chosen or removed. A failed installation changes nothing.
public enum ModelFailure: Error, Hashable, Sendable {
    /// The name is neither that of an installed model nor in the catalogue.
    case unknown(id: String)
    case notInstalled(id: String)
    case alreadyInstalled(id: String)
    /// The model came with the program and can't be removed.
    case packaged(id: String)
    /// Another process is installing or removing the same model.
    case busy(id: String)
    /// The model catalogue is missing or damaged; `reason` is for its authors.
    case catalogueUnreadable(reason: String)
    /// The disk has less free space than needed, in bytes.
    case noSpace(folder: String, needed: Int, free: Int)
    /// A model's file or folder cannot be read or written.
    case store(StoreFailure)
    /// The file or folder to install from does not exist.
    case sourceMissing(path: String)
    /// The source is a pipe or device, which may have no end.
    case sourceNotFile(path: String)
    /// The source's name cannot be turned into a model name.
    case unnamed(name: String)
    /// The archive is incomplete or damaged; `reason` is the library's message.
    case archiveDamaged(name: String, reason: String)
    /// An archive entry would be written outside the model's folder.
    case archiveUnsafe(name: String, entry: String)
    /// The archive contains more data than any model.
    case archiveTooLarge(name: String)
    /// The library for archives is not installed; `reason` is the linker's message.
    case unpackerMissing(reason: String)
    /// The source contains no model that JARVIS knows.
    case noModel(name: String)
    /// The source contains several models, one in each of these folders.
    case several(name: String, folders: [String])
    /// A model of this family lacks a required file.
    case incomplete(name: String, family: String, file: String)
    /// The model's kind is unsupported; `kind` is the model's own name for it.
    case unsupported(name: String, kind: String)
    /// The file's checksum differs from the catalogue's, or from the installed version's.
    case wrongChecksum(file: String)
    /// The library rejects the model; `reason` is its last message.
    case rejected(name: String, reason: String)
    case conversionFailed(name: String, reason: String)
    /// The address uses plain http, where anyone could replace the download.
    case insecureAddress(String)
    /// The package could not be fetched; `reason` is the last line of the client's error output.
    case packageFailed(package: String, reason: String)
    /// Python, its pip or its venv is missing.
    case packageClientMissing
    case server(ServerFailure)
    /// Files of an installed model are missing or changed.
    case damaged(id: String, files: [String])
}

extension ModelFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unknown, .notInstalled, .alreadyInstalled, .packaged, .busy, .damaged: choice(reader)
        case .catalogueUnreadable(let reason):
            FailureText(
                reader.say("The list of speech models can't be read (%1).", reason),
                reader.say("Reinstall JARVIS."))
        case .noSpace(let folder, let needed, let free):
            FailureText(
                reader.say(
                    "This model needs %2 MB in %1, but only %3 MB are free.", folder,
                    Self.megabytes(needed), String(free / 1_000_000)), reader.say("Free some space and try again."))
        case .store(let failure): storage(failure, reader)
        case .sourceMissing, .sourceNotFile, .unnamed: source(reader)
        case .archiveDamaged, .archiveUnsafe, .archiveTooLarge, .unpackerMissing, .noModel, .several, .incomplete,
            .unsupported, .wrongChecksum, .rejected, .conversionFailed:
            content(reader)
        case .insecureAddress(let address):
            FailureText(
                reader.say("%1 isn't encrypted, so someone could tamper with the model.", address),
                reader.say("Use an https address, or add the file's checksum with --sha256."))
        case .packageFailed(let package, let reason):
            FailureText(
                reader.say("The package %1 couldn't be downloaded (%2).", package, reason),
                reader.say("Check the network and try again."))
        case .packageClientMissing:
            FailureText(
                reader.say("Models from the Python Package Index need Python with pip or venv."),
                reader.say("Install python3-venv."))
        case .server(let failure): failure.explained(to: reader)
        }
    }

    private func choice(_ reader: FailureReader) -> FailureText {
        switch self {
        case .notInstalled(let id):
            FailureText(
                reader.say("The model %1 isn't installed.", id),
                reader.say("Install it with \"jarvis models install %1\".", id))
        case .alreadyInstalled(let id):
            FailureText(
                reader.say("The model %1 is already installed.", id),
                reader.say("Add --again to replace it, or --name to use another name.")
            )
        case .packaged(let id):
            FailureText(
                reader.say("The model %1 came with JARVIS, so it can't be removed on its own.", id),
                reader.say("Choose another one with \"jarvis models use\"."))
        case .busy(let id):
            FailureText(
                reader.say("The model %1 is being installed or removed by another process.", id),
                reader.say("Wait until that's done."))
        case .damaged(let id, let files):
            FailureText(
                reader.say("Files of the model %1 are missing or changed: %2.", id, files.joined(separator: ", ")),
                reader.say("Reinstall it with \"jarvis models install --again\", or choose another one."))
        case .unknown(let id):
            FailureText(
                reader.say("There's no model \"%1\".", id),
                reader.say(
                    "\"jarvis models list\" lists them. You can also use a folder, an archive or an address."))
        default: FailureText("")
        }
    }

    private func source(_ reader: FailureReader) -> FailureText {
        switch self {
        case .sourceMissing(let path):
            FailureText(reader.say("There's nothing at %1.", path), reader.say("Check the path."))
        case .sourceNotFile(let path):
            FailureText(
                reader.say("%1 is neither a folder nor a file.", path),
                reader.say("Give the model's folder or its archive."))
        case .unnamed(let name):
            FailureText(
                reader.say("JARVIS can't make a model name from \"%1\".", name), reader.say("Give it one with --name.")
            )
        default: FailureText("")
        }
    }

    private func content(_ reader: FailureReader) -> FailureText {
        switch self {
        case .archiveDamaged(let name, let reason):
            FailureText(
                reader.say("%1 is damaged, incomplete or not an archive (%2).", name, reason),
                reader.say("Download it again. JARVIS reads tar and zip archives."))
        case .archiveUnsafe(let name, let entry):
            FailureText(
                reader.say("%1 wasn't unpacked: its entry \"%2\" points outside the model's folder.", name, entry),
                reader.say("Use an archive from the model's own makers."))
        case .archiveTooLarge(let name):
            FailureText(
                reader.say("%1 wasn't unpacked: it's too large for a speech model.", name),
                reader.say("Use an archive from the model's own makers."))
        case .unpackerMissing(let reason):
            FailureText(
                reader.say("JARVIS can't read archives (%1).", reason), reader.say("Install libarchive13."))
        case .noModel(let name):
            FailureText(
                reader.say("%1 doesn't contain a speech model that JARVIS knows.", name),
                reader.say(
                    "JARVIS uses models for sherpa-onnx: Moonshine, Whisper, Parakeet, SenseVoice, Zipformer, "
                        + "Piper, Kokoro, Kitten and Matcha."))
        case .several(let name, let folders):
            FailureText(
                reader.say("%1 contains several speech models: %2.", name, folders.joined(separator: ", ")),
                reader.say("Install one of these folders. Unpack the archive first."))
        case .incomplete(let name, let family, let file):
            FailureText(
                reader.say("%1 is a %2 model, but it's missing a file such as %3.", name, family, file),
                reader.say("Download all its files and try again."))
        case .unsupported(let name, let kind):
            FailureText(
                reader.say("JARVIS can't use models like %1 (%2).", name, kind),
                reader.say("Choose one for whole utterances, or a voice."))
        case .wrongChecksum(let file):
            FailureText(
                reader.say("%1 has the wrong checksum, so it was discarded.", file),
                reader.say("Try again, or check the source."))
        case .rejected(let name, let reason):
            FailureText(
                reader.say("The model in %1 doesn't work (%2).", name, reason),
                reader.say("It may be damaged or made for another version of sherpa-onnx."))
        case .conversionFailed(let name, let reason):
            FailureText(
                reader.say("%1 couldn't be converted for sherpa-onnx (%2).", name, reason),
                reader.say("It may be damaged. Download it again."))
        default: FailureText("")
        }
    }

    private func storage(_ failure: StoreFailure, _ reader: FailureReader) -> FailureText {
        switch failure {
        case .readOnly(let path):
            FailureText(
                reader.say("JARVIS can't write to %1.", path), reader.say("Change its permissions and try again."))
        case .diskFull(let path):
            FailureText(
                reader.say("The disk filled up while %1 was being written, so it was discarded.", path),
                reader.say("Free some space and try again."))
        default: failure.explained(to: reader)
        }
    }

    /// A size in megabytes, rounded up, since it says how much space is needed; free space is rounded down.
    private static func megabytes(_ bytes: Int) -> String { String((bytes + 999_999) / 1_000_000) }
}
