// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the installed neural voices by their folders.

public import JarvisCore
public import JarvisPlatform
public import JarvisSpeechModels

/// A neural voice and its name in the settings.
public struct NaturalVoice: Hashable, Sendable {
    public var voice: Voice
    public var model: VoiceModel

    /// - Parameter model: The voice's model; its language and name make up the identifier, for example "en-us/joe".
    public init(_ model: VoiceModel) {
        self.model = model
        voice = Voice(
            id: Self.id(of: model.description), name: Self.name(of: model.description),
            languages: [model.description.language], kind: .natural, byteCount: model.byteCount,
            licence: model.description.licence)
    }

    /// The name as shown to the user: espeak-ng's voices say in theirs, too, if they are like a woman's.
    public static func name(of description: VoiceDescription) -> String {
        description.name + (description.isFemale ? ", female" : "") + ", natural"
    }

    /// The name in the settings.
    public static func id(of description: VoiceDescription) -> String {
        let name = description.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return description.language + "/" + String(name)
    }

    /// True for the name of a neural voice, installed or not. espeak-ng uses a slash only for MBROLA voices.
    public static func isName(_ id: String) -> Bool { id.contains("/") && !id.hasPrefix("mb/") }
}

/// Finds the neural voices in folders.
public struct NaturalVoices: Sendable {
    /// Folders that contain folders of voices; if a name occurs twice, the earlier folder counts.
    public var folders: [String]

    public init(folders: [String]) {
        self.folders = folders
    }

    /// Finds the user's own voices before those installed with the program.
    public init(_ directories: BaseDirectories, _ resources: ResourceLocator) {
        self.init(folders: [directories.data + "/models"] + resources.speechModelFolders)
    }

    /// All usable voices, sorted by name.
    public func installed() -> [NaturalVoice] {
        var found: [String: NaturalVoice] = [:]
        for folder in voiceFolders {
            guard let model = try? VoiceModel(folder: folder) else { continue }
            let voice = NaturalVoice(model)
            if found[voice.voice.id] == nil { found[voice.voice.id] = voice }
        }
        return found.values.sorted { $0.voice.id < $1.voice.id }
    }

    /// The name in the settings of the voice in this folder; nil if the voice can't be used.
    public func name(inFolder folder: String) -> String? {
        installed().first { $0.model.folder == folder }?.voice.id
    }

    /// The voice with this name.
    /// - Throws: `SynthesisFailure.voiceMissing`, or `speechModel` if the voice exists but can't be used.
    public func voice(_ id: String) throws(SynthesisFailure) -> NaturalVoice {
        var fault: SpeechModelFailure?
        for folder in voiceFolders {
            do {
                let voice = NaturalVoice(try VoiceModel(folder: folder))
                if voice.voice.id == id { return voice }
            } catch {
                if Self.describedName(in: folder) == id { fault = error }
            }
        }
        throw fault.map(SynthesisFailure.speechModel) ?? .voiceMissing(id)
    }

    /// The folders that contain files of a voice, as opposed to a recognizer: a model with its description, or an
    /// unpacked sherpa-onnx archive.
    private var voiceFolders: [String] {
        folders.flatMap { folder in
            var names: [String] = []
            _ = FileSystem().listFolder(folder, &names)
            return names.sorted().map { folder + "/" + $0 }.filter { Environment.exists($0 + "/tokens.txt") }
        }
    }

    private static func describedName(in folder: String) -> String? {
        guard let json = try? WholeFile.bytes(folder + "/" + VoiceDescription.fileName, limit: 65_536) else {
            return nil
        }
        return VoiceDescription(json: json).map(NaturalVoice.id)
    }
}
