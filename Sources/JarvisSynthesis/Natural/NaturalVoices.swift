// SPDX-License-Identifier: GPL-3.0-or-later
// The neural voices that are installed, by the folders they lie in.

public import JarvisCore
public import JarvisPlatform
public import JarvisSpeechModels

/// A neural voice with the name that the settings call it by.
public struct NaturalVoice: Hashable, Sendable {
    public var voice: Voice
    public var model: VoiceModel

    /// - Parameter model: Named "language/name", for example "en-us/joe".
    public init(_ model: VoiceModel) {
        self.model = model
        voice = Voice(
            id: Self.id(of: model.description), name: model.description.name + ", natural",
            languages: [model.description.language], kind: .natural, byteCount: model.byteCount,
            licence: model.description.licence)
    }

    static func id(of description: VoiceDescription) -> String {
        let name = description.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return description.language + "/" + String(name)
    }

    /// True for the names of neural voices, installed or not. espeak-ng has the slash for voices of MBROLA only.
    public static func isName(_ id: String) -> Bool { id.contains("/") && !id.hasPrefix("mb/") }
}

/// Looks for voices.
public struct NaturalVoices: Sendable {
    /// Each may hold folders of voices; earlier ones win.
    public var folders: [String]

    public init(folders: [String]) {
        self.folders = folders
    }

    /// The voices of a program with these folders: the user's own before those that were installed with the program.
    public init(_ directories: BaseDirectories, _ resources: ResourceLocator) {
        self.init(folders: [directories.data + "/models"] + resources.speechModelFolders)
    }

    /// All that can be used, in the order of their names.
    public func installed() -> [NaturalVoice] {
        var found: [String: NaturalVoice] = [:]
        for folder in voiceFolders {
            guard let model = try? VoiceModel(folder: folder) else { continue }
            let voice = NaturalVoice(model)
            if found[voice.voice.id] == nil { found[voice.voice.id] = voice }
        }
        return found.values.sorted { $0.voice.id < $1.voice.id }
    }

    /// What the settings call the voice in a folder; nil when it cannot be used.
    public func name(inFolder folder: String) -> String? {
        installed().first { $0.model.folder == folder }?.voice.id
    }

    /// The voice of this name.
    /// - Throws: `SynthesisFailure.voiceMissing`, and `speechModel` when it is there and cannot be used.
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

    /// Folders with what a voice has and no recognizer: a model with its description, or one of sherpa-onnx's archives.
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
