// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis statistics: shows or erases the daily figures stored on this computer.

public import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisStore

/// The commands for the daily figures.
public struct StatisticsCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Show or erase daily statistics: how often you asked and how fast JARVIS answered.",
        discussion: "Turn statistics on with \"jarvis config set privacy.statistics on\". They stay on this "
            + "computer and contain no words.",
        subcommands: [Show.self, Erase.self], defaultSubcommand: Show.self)

    public init() {}

    private static func file(_ global: GlobalOptions) throws -> StatisticsFile {
        StatisticsFile(
            path: try StoreCommandContext(global).directories.data + "/statistics.json",
            notice: { Console.note("jarvis: \($0.commandAdvice)") })
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the statistics, oldest day first.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let file = try StatisticsCommand.file(global)
            let statistics = try runBlocking { try await file.load() }
            guard !output.json else { return try Console.json(statistics.document) }
            for (date, day) in statistics.days.sorted(by: { $0.key < $1.key }) {
                let median = day.medianMilliseconds.map { "\t\($0) ms" } ?? ""
                try Console.say(
                    "\(date)\t\(day.spokenCount) spoken\t\(day.typedCount) typed\t\(day.replyCount) answered\t"
                        + "\(day.problemCount) problems\(median)")
            }
            if statistics.days.isEmpty {
                try Console.say("No statistics yet. Turn them on with \"jarvis config set privacy.statistics on\".")
            }
        }
    }

    struct Erase: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Erase all statistics.")
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let file = try StatisticsCommand.file(global)
            _ = try runBlocking { try await file.erase() }
        }
    }
}
