// SPDX-License-Identifier: GPL-3.0-or-later
// Services full of believable data, for screenshots and pane checks.

import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisStore
import JarvisPlatform
import JarvisTesting

/// Fakes with a conversation, voices, devices and commands.
/// - Parameter isOneHistory: True if new messages continue the conversation that the panes show; otherwise theirs
///   starts empty.
@MainActor
func sampleServices(
    _ conversation: [Message], log: any EventLog = FakeEventLog(), isOneHistory: Bool = false,
    agent: FakeAgent = FakeAgent(), reminders: FakeReminderStore = FakeReminderStore(),
    lists: FakeListStore = FakeListStore(SampleData.lists)
) -> DesktopServices {
    let history = FakeConversationStore(clock: SystemWallClock(), messages: conversation)
    var services = fakeServices(
        log: log, history: isOneHistory ? history : FakeConversationStore(), shownHistory: history, agent: agent,
        reminders: reminders, lists: lists)
    services.forSettings.devices = FakeDevices(SampleData.devices)
    services.forSettings.commands = SampleData.commands
    services.limitations = { [SampleData.commands[2].skill: "No media player is open."] }
    services.forSettings.engines = FakeEngineMonitor(probe: SampleData.engines)
    services.forSettings.connections = SampleConnections()
    services.forSettings.privacy = SamplePrivacy.services(services.clock)
    services.forSettings.hearing = sampleHearing()
    services.forSettings.synthesizer = SampleVoices()
    // On a fixed day, so that pictures stay the same.
    services.prompts = (try? PromptBook.table("en", services.resources)).map {
        PromptBook(path: "/tmp/jarvis-sample/daily-prompt.json", table: $0, locale: "en", clock: FakeWallClock())
    }
    return services
}

enum SampleData {
    /// A conversation that ended a few minutes ago, oldest message first.
    static func conversation() -> [Message] {
        let now = SystemWallClock().now()
        return lines.enumerated().map { index, line in
            let number = String(index + 1)
            // Sorts before the numbers that the fake store gives to new messages.
            let id = "!" + String(repeating: "0", count: 25 - number.count) + number
            return Message(
                id: MessageID(rawValue: id), createdAt: now.advanced(by: .seconds(-60 * line.minutesAgo)),
                draft: MessageDraft(
                    turn: TurnID(rawValue: UInt64(index / 2)), kind: line.kind, text: line.text, source: .voice,
                    isCut: line.isCut))
        }
    }

    /// A long conversation of numbered messages, a minute apart.
    /// - Parameter hasLengths: True for texts of one word to several lines.
    static func longConversation(count: Int, hasLengths: Bool = false) -> [Message] {
        let now = SystemWallClock().now()
        return (0..<count).map { $0 + 1 }.map { number in
            let digits = String(number)
            return Message(
                id: MessageID(rawValue: "!" + String(repeating: "0", count: 25 - digits.count) + digits),
                createdAt: now.advanced(by: .seconds(-60 * (count - number))),
                draft: MessageDraft(
                    turn: TurnID(rawValue: UInt64(number)), kind: number % 2 == 1 ? .user : .assistant,
                    text: hasLengths ? text(number) : "message \(number)", source: .typed))
        }
    }

    /// Current messages: "KIND=TEXT", or "KIND:SKILL=TEXT" for the reply of a skill.
    static func messages(_ said: [String], after count: Int) -> [Message] {
        said.enumerated().compactMap { index, line in
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            let names = (parts.first ?? "").split(separator: ":").map(String.init)
            guard parts.count == 2, let kind = names.first.flatMap(MessageKind.init) else { return nil }
            let digits = String(count + index + 1)
            return Message(
                id: MessageID(rawValue: "!" + String(repeating: "0", count: 25 - digits.count) + digits),
                createdAt: SystemWallClock().now(),
                draft: MessageDraft(
                    turn: TurnID(rawValue: UInt64(count + index / 2)), kind: kind, text: parts[1], source: .voice,
                    skill: names.count > 1 ? names[1] : nil))
        }
    }

    private static func text(_ number: Int) -> String {
        let length = number * 7919 % 60
        let words = (0..<length).map { lines[($0 + number) % lines.count].text.split(separator: " ")[0] }
        return (["message \(number)"] + words).joined(separator: " ")
    }

    private struct Line {
        var minutesAgo: Int
        var kind: MessageKind
        var text: String
        var isCut = false
    }

    private static let lines: [Line] = [
        Line(minutesAgo: 1500, kind: .user, text: "what is twelve times nineteen"),
        Line(minutesAgo: 1500, kind: .assistant, text: "Twelve times nineteen is 228."),
        Line(minutesAgo: 1498, kind: .user, text: "take a note call the plumber about the kitchen tap"),
        Line(minutesAgo: 1498, kind: .note, text: "Call the plumber about the kitchen tap"),
        Line(minutesAgo: 1498, kind: .assistant, text: "Noted: call the plumber about the kitchen tap."),
        Line(minutesAgo: 96, kind: .user, text: "good morning Jarvis, how is the machine doing"),
        Line(
            minutesAgo: 96, kind: .assistant,
            text: "Good morning. The processor is at eight percent, memory at 41 percent, and there are 212 gigabytes "
                + "free on the disk. The battery is full."),
        Line(minutesAgo: 30, kind: .user, text: "set a timer for twenty minutes for the bread"),
        Line(minutesAgo: 30, kind: .assistant, text: "Twenty minutes for the bread, starting now."),
        Line(minutesAgo: 10, kind: .reminder, text: "Time for the bread."),
        Line(minutesAgo: 9, kind: .user, text: "thank you"),
        Line(minutesAgo: 9, kind: .assistant, text: "You are welcome."),
        Line(minutesAgo: 2, kind: .user, text: "how many miles is ten kilometres"),
        Line(minutesAgo: 2, kind: .assistant, text: "Ten kilometres is 6.21 miles."),
        Line(minutesAgo: 1, kind: .user, text: "what can you do"),
        Line(
            minutesAgo: 1, kind: .assistant,
            text: "I can tell the time and the date, set timers, alarms and reminders, and calculate", isCut: true),
    ]

    /// A recognizer that works and a synthesizer that does not.
    static let engines: SpeechEngineReport = {
        var recognition = EngineHealth(server: "localhost:8080")
        recognition.state = .answering
        recognition.latencyMilliseconds = 35
        var synthesis = EngineHealth(server: "localhost:10200")
        synthesis.state = .failing
        synthesis.lastFailure = ServerFailure(server: synthesis.server, kind: .refused)
        return SpeechEngineReport(recognition: recognition, synthesis: synthesis)
    }()

    static let lists = [
        NamedList(name: "shopping", items: ["milk", "a dozen eggs", "bread from the bakery at the corner"]),
        NamedList(name: "to-do"), NamedList(name: "packing", items: ["passport"]),
    ]

    static let devices: [AudioDevice] = [
        AudioDevice(
            id: "alsa_input.pci", name: "Built-in Audio Analog Stereo", direction: .input, isDefault: true,
            isMonitor: false),
        AudioDevice(
            id: "alsa_input.usb", name: "Blue Yeti USB Microphone", direction: .input, isDefault: false,
            isMonitor: false),
        AudioDevice(
            id: "alsa_output.pci.monitor", name: "Monitor of Built-in Audio", direction: .input, isDefault: false,
            isMonitor: true),
        AudioDevice(
            id: "alsa_output.pci", name: "Built-in Audio Analog Stereo", direction: .output, isDefault: true,
            isMonitor: false),
    ]

    static let commands: [CommandHelp] = [
        command(
            "Time", "Tells the time of day.", ["what time is it", "tell me the time"],
            "preferences-system-time-symbolic"),
        command(
            "Date", "Says the date and the weekday.", ["what day is it", "what is the date tomorrow"],
            "x-office-calendar-symbolic"),
        command(
            "Timers", "Sets, lists and cancels timers.",
            ["set a timer for five minutes", "how long is left", "cancel the timer"], "alarm-symbolic"),
        command(
            "Reminders", "Reminds you at a time of your choice.",
            ["remind me at six to call mum", "what are my reminders"], "appointment-soon-symbolic"),
        command(
            "Arithmetic", "Adds, subtracts, multiplies, divides, and takes percentages and roots.",
            ["what is twelve times nineteen", "what is fifteen percent of eighty"],
            "accessories-calculator-symbolic"),
        command(
            "Units", "Converts lengths, weights, temperatures and volumes.",
            ["how many miles is ten kilometres", "convert two cups to millilitres"],
            "object-flip-horizontal-symbolic"),
        command(
            "System", "Says how the machine is doing.", ["how is the battery", "how much disk space is left"],
            "utilities-system-monitor-symbolic"),
        command(
            "Notes", "Keeps notes and reads them to you.",
            ["take a note", "take a note buy milk", "read my notes"], "document-edit-symbolic"),
        command(
            "Applications", "Opens programs.", ["open the calculator", "start firefox"],
            "application-x-executable-symbolic"),
        command("Help", "Says what you can say.", ["what can you do", "help with timers"], "help-about-symbolic"),
    ]

    private static func command(
        _ title: String, _ summary: String, _ examples: [String], _ icon: String
    ) -> CommandHelp {
        var help = CommandHelp(
            skill: skills[title] ?? title.lowercased(), title: title, summary: summary, examples: examples, icon: icon)
        help.acts = skills[title] != nil
        return help
    }

    /// Skills that change something, named like the program's own.
    private static let skills = [
        "Timers": "timer", "Reminders": "reminder", "Notes": "note", "Applications": "application",
    ]
}
