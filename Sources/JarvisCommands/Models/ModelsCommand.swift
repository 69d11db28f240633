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
        discussion: """
            Recognizers write what you say, voices speak. Nothing is fetched unless you ask for it.
            Models for sherpa-onnx can be installed from a folder, an archive or an https address.
            """,
        subcommands: [
            List.self, Install.self, Remove.self, Verify.self, Use.self, ModelTrialCommand.self,
        ], defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the models that are installed or can be.")
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
            discussion: """
                A download from an address that was stopped goes on where it was, when it is started again.
                """)
        @Argument(
            help: "A model's name, as listed, or a folder, a tar or zip archive, or the https address of one.",
            completion: .file())
        var source: String
        @Option(
            name: .long,
            help: ArgumentHelp("The name that the model gets; by default, that of its file.", valueName: "NAME"))
        var name: String?
        @Option(
            name: .long, help: ArgumentHelp("The SHA-256 that the file at an address must have.", valueName: "DIGITS"))
        var sha256: String?
        @Option(
            name: .long,
            help: ArgumentHelp(
                "The language that the model hears or speaks, such as \"de\"; by default, what its files and its name say.",
                valueName: "CODE"))
        var language: String?
        @Flag(name: .long, help: "Replace a model of this name.") var again = false
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if let name, !ModelRecord.isValid(id: name) {
                throw ValidationError(
                    "\"\(name)\" cannot be a model's name; use small letters, digits, \".\", \"-\" and \"_\".")
            }
            if let language,
                language == SpeechSettings.desktopLanguage
                    || !SettingDescriptor.Domain.language.accepts(.text(language))
            {
                throw ValidationError("\"\(language)\" is no code of a language, such as \"de\".")
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
            try Console.say("\(model.record.id) is installed; \"jarvis models use \(model.record.id)\" chooses it.")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an installed model, and what a stopped installation has left.")
        @Argument(help: "The model's name, as listed.") var id: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let models = try ModelCommandContext(global).models
            try runBlocking { [id] in try await models.remove(id) }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read models whole and compare them with what was installed.")
        @Argument(help: "Names of models, as listed; by default, all that are installed, and the one that is to hear.")
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
            abstract: "Choose the model that hears free speech, or the voice.",
            discussion:
                "\"default\" chooses the recognizer that came with JARVIS. A running window takes it at its next start."
        )
        @Argument(help: "The model's name, as listed, or \"default\".") var id: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try ModelCommandContext(global)
            let (key, value) = try choice(context)
            guard let setting = SettingDescriptor.named(key) else {
                throw CommandFailure("There is no setting \(key).")
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
