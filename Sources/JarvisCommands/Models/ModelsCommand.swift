// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis models: manages the speech models.

public import ArgumentParser
import JarvisCore
import JarvisSpeechModels
import JarvisPlatform

/// The commands for speech models.
public struct ModelsCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "models", abstract: "List, install, check, choose or remove speech models.",
        discussion: "Recognizers write what you say, and voices speak. Nothing is downloaded unless you ask for "
            + "it. Install sherpa-onnx models from a folder, an archive or an https address.",
        subcommands: [
            List.self, Install.self, Remove.self, Verify.self, Use.self, ModelTrialCommand.self,
        ], defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List installed and available models.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ModelCommandContext(global)
            let models = context.models
            let installed = models.installed()
            let others = models.catalogue.models.filter { model in !installed.contains { $0.record.id == model.id } }
            let rows = installed.map { ($0.record, Optional($0)) } + others.map { ($0, nil) }
            if output.json {
                let list = rows.map { record, model in
                    JSONValue.object([
                        "id": .text(record.id), "name": .text(record.name), "language": .text(record.language),
                        "kind": .text(record.kind.rawValue), "family": .text(record.family.rawValue),
                        "licence": .text(record.licence), "bytes": .integer(Int64(record.bytes)),
                        "source": .text(record.source), "installed": .flag(model != nil),
                        "packaged": .flag(model?.isPackaged ?? false),
                        "used": .flag(context.uses(record, model)),
                        "folder": (model?.folder).map(JSONValue.text) ?? .null,
                    ])
                }
                return try Console.json(.array(list))
            }
            for (record, model) in rows {
                let state = model.map { $0.isPackaged ? "comes with JARVIS" : "installed" } ?? "not installed"
                let columns = [
                    record.id, record.kind.rawValue, record.language, record.family.name,
                    record.licence.isEmpty ? "licence unknown" : record.licence, ModelConsole.megabytes(record.bytes),
                    context.uses(record, model) ? state + ", in use" : state,
                ]
                try Console.say(columns.joined(separator: "\t"))
            }
        }
    }

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Install a model.",
            discussion: "Run the command again to resume a stopped download.")
        @Argument(
            help: "A model's name, as listed, or a folder, a tar or zip archive, or the https address of one.",
            completion: .file())
        var source: String
        @Option(
            name: .long,
            help: ArgumentHelp("A name for the model; by default, its file's name.", valueName: "NAME"))
        var name: String?
        @Option(
            name: .long, help: ArgumentHelp("The expected SHA-256 of the download.", valueName: "DIGITS"))
        var sha256: String?
        @Option(
            name: .long,
            help: ArgumentHelp(
                "The model's language, such as \"de\"; by default, taken from its files and name.",
                valueName: "CODE"))
        var language: String?
        @Flag(name: .long, help: "Replace the model with this name.") var again = false
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if let name, !ModelRecord.isValid(id: name) {
                throw ValidationError(
                    "\"\(name)\" can't be a model's name. Use lower-case letters, digits, \".\", \"-\" and \"_\".")
            }
            if let language,
                language == SpeechSettings.desktopLanguage
                    || !SettingDescriptor.Domain.language.accepts(.text(language))
            {
                throw ValidationError("\"\(language)\" isn't a language code such as \"de\".")
            }
            if let sha256, sha256.count != 64 || !sha256.allSatisfy(\.isHexDigit) {
                throw ValidationError("--sha256 takes 64 hexadecimal digits; use sha256sum to get them.")
            }
        }

        func run() throws {
            let context = try ModelCommandContext(global)
            let source = try ModelSource(self.source, catalogue: context.models.catalogue, sha256: sha256)
            let installer = context.installer()
            let console = ModelConsole()
            let model = try console.run { [name, again, language] in
                try await installer.install(
                    source, as: name, language: language, replacing: again, progress: console.show)
            }
            if output.json {
                return try Console.json(.object(["id": .text(model.record.id), "folder": .text(model.folder)]))
            }
            try Console.say("Installed \(model.record.id). Choose it with \"jarvis models use \(model.record.id)\".")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a model, or what a stopped installation left.")
        @Argument(help: "The model's name, as listed.") var id: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let models = try ModelCommandContext(global).models
            try runBlocking { [id] in try await models.remove(id) }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that installed models are complete and unchanged.")
        @Argument(help: "Models to check, as listed; by default, all installed ones.")
        var ids: [String] = []
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ModelCommandContext(global)
            let models = context.models
            let console = ModelConsole()
            var hasFailed = false
            for id in ids.isEmpty ? context.expected() : ids {
                do {
                    try console.run { try await models.verify(id, progress: console.show) }
                    try Console.say("ok   \(id)")
                } catch let failure as ModelFailure {
                    switch failure {
                    case .damaged: break
                    case .notInstalled, .unknown: guard ids.isEmpty else { throw failure }
                    default: throw failure
                    }
                    try Console.say("FAIL \(id): \(failure.commandAdvice)")
                    hasFailed = true
                }
            }
            if hasFailed { throw ExitCode.failure }
        }
    }

    struct Use: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose the speech model or voice.",
            discussion:
                "\"default\" chooses the built-in recognizer. A running window uses it after a restart."
        )
        @Argument(help: "The model's name, as listed, or \"default\".") var id: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ModelCommandContext(global)
            let (key, value) = try choice(context)
            guard let setting = SettingDescriptor.named(key) else {
                throw CommandFailure("There's no setting \(key).")
            }
            let written = try context.settings.update { try setting.set(text: value, in: &$0) }
            try runBlocking { try await written.value }
        }

        /// The setting that chooses among models of this kind, and its value for this model.
        private func choice(_ context: ModelCommandContext) throws -> (key: String, value: String) {
            guard id != SpeechSettings.packagedModel else { return ("recognition.offline-model", id) }
            let models = context.models
            guard let model = models[id] else {
                throw models.catalogue[id] == nil ? ModelFailure.unknown(id: id) : ModelFailure.notInstalled(id: id)
            }
            guard model.record.kind == .voice else { return ("recognition.offline-model", id) }
            guard let voice = context.voiceName(of: model) else { throw SynthesisFailure.voiceMissing(id) }
            return ("voice.name", voice)
        }
    }
}
