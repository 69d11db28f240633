// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis demo: a complete turn with the real window and real sound, documented by pictures and a recording.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisPlatform

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Ask a question aloud, wait until the answer has been heard, and keep pictures and sound.",
        discussion: """
            Needs a microphone that can be played into: a sink named mic_feed, as scripts/virtual-desktop makes it. \
            It goes through the first setup by keyboard, \
            asks its question, and then has a conversation of six requests, among them a correction and an undo. \
            Writes events.jsonl, setup-1.png to setup-5.png, answer.wav, conversation.wav, idle.png, listening.png, processing.png, speaking.png, history.png and \
            history.jsonl. Your own history and settings are not touched.
            """)
    @Option(
        name: .long, help: ArgumentHelp("A recorded question (WAV), asked alone.", valueName: "FILE"),
        completion: .file(extensions: ["wav"]))
    var question: String?
    @Option(
        name: .long, help: ArgumentHelp("Folder for what the demo writes.", valueName: "DIR"), completion: .directory)
    var out = "out/demo"
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        try FileBytes.makeFolder(out)
        // A conversation of its own, new in each run.
        let workspace = try DemoWorkspace(folder: out)
        let file: any EventLog = try JSONLinesEventLog(path: global.events ?? "\(out)/events.jsonl")
        let log = DemoLog(file)
        let composition = Composition(directories: workspace.directories, log: log)
        let report = try MainActor.assumeIsolated { [question, out] in
            try Demo(composition, log: log, questionFile: question, folder: out).run()
        }
        try workspace.keepHistory()
        if output.json {
            try Console.json(report.json)
        } else {
            try report.say(folder: out)
        }
        guard report.failures.isEmpty else {
            throw CommandFailure(report.failures.joined(separator: " "))
        }
    }
}

/// The results of a demo, for its report.
struct DemoReport {
    var question = ""
    var transcript = ""
    /// The name of the recognizer that recognized the question.
    var recognizer = ""
    var reply = ""
    var skill = ""
    /// Times in milliseconds after the end of speech, with names.
    var timings: [(name: String, milliseconds: Double)] = []
    var conversation = DemoConversation()
    /// The failed steps of the chain from microphone to speakers.
    var failures: [String] = []

    var json: JSONValue {
        let members = timings.map { JSONObject.Member(key: $0.name, value: .number($0.milliseconds)) }
        return .object([
            "question": .text(question), "transcript": .text(transcript),
            "recognizer": .text(recognizer), "reply": .text(reply),
            "skill": .text(skill), "timings": .object(JSONObject(members: members)),
            "conversation": conversation.json, "failures": .array(failures.map(JSONValue.text)),
        ])
    }

    func say(folder: String) throws {
        try Console.say("Asked:      \(question)")
        try Console.say("Understood: \(transcript)")
        try Console.say("Heard by:   \(recognizer)")
        try Console.say("Answered:   \(reply)")
        for timing in timings {
            try Console.say("            \(timing.name) \((timing.milliseconds * 10).rounded() / 10) ms")
        }
        for turn in conversation.turns {
            try Console.say("Asked:      \(turn.asked)")
            try Console.say("Answered:   \(turn.answered)")
        }
        try Console.say("Pictures and sound: \(folder)")
    }
}
