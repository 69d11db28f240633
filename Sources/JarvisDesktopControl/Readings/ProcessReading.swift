// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the resource use of programs from two readings of /proc (proc(5)). Adds up the processes of each program.

import Glibc
import JarvisCore
import JarvisPlatform

/// All processes at one moment.
struct ProcessReading: Sendable {
    private struct Process: Hashable, Sendable {
        var name: String
        /// Processor time of all its threads since it started.
        var ticks: Int64
        /// When it started; distinguishes it from a later process with the same number.
        var startTicks: Int64
        var pages: Int64
    }

    private var processes: [String: Process] = [:]
    /// Time of all processors together since the machine booted, including idle time.
    private let totalTicks: Int64

    init(_ files: SystemFiles) {
        let line = files.text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("cpu ") }
        // The guest times that follow are already part of the user times.
        totalTicks = line?.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }.reduce(0, +) ?? 0
        for number in files.names("/proc") where number.allSatisfy(\.isNumber) {
            guard let text = files.text("/proc/\(number)/stat"), var process = Self.process(text) else { continue }
            let command = files.text("/proc/\(number)/cmdline") ?? ""
            process.name = Self.name(command: command, shortName: process.name)
            processes[number] = process
        }
    }

    /// The resources that programs have used since an earlier reading, or since they started if there is none.
    func programs(since earlier: ProcessReading?) -> [ProgramUsage] {
        let passed = Double(max(1, totalTicks - (earlier?.totalTicks ?? 0)))
        let page = Int64(sysconf(Int32(_SC_PAGESIZE)))
        var programs: [String: ProgramUsage] = [:]
        for (number, process) in processes {
            let before = earlier?.processes[number].flatMap { $0.startTicks == process.startTicks ? $0 : nil }
            var program = programs[
                process.name,
                default: ProgramUsage(name: process.name, processCount: 0, processorShare: 0, memoryBytes: 0)]
            program.processCount += 1
            program.processorShare += Double(max(0, process.ticks - (before?.ticks ?? 0))) / passed
            program.memoryBytes += process.pages.multipliedReportingOverflow(by: page).partialValue
            programs[process.name] = program
        }
        return Array(programs.values)
    }

    /// Sorts programs by a measure, the greatest first.
    static func sorted(_ programs: [ProgramUsage], by measure: ProgramMeasure) -> [ProgramUsage] {
        programs.sorted { one, other in
            let (first, second) =
                measure == .memory
                ? (Double(one.memoryBytes), Double(other.memoryBytes)) : (one.processorShare, other.processorShare)
            return first != second ? first > second : one.name < other.name
        }
    }

    /// Parses a line of /proc/PID/stat. The short name is in parentheses, and may itself contain some.
    private static func process(_ text: String) -> Process? {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        // `fields` begins with field 3 of proc(5): fields 14 and 15 are times, 22 is the start, 24 the resident pages.
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 21, let user = Int64(fields[11]), let system = Int64(fields[12]),
            let start = Int64(fields[19]), let pages = Int64(fields[21])
        else { return nil }
        return Process(
            name: String(text[text.index(after: open)..<close]), ticks: user + system, startTicks: start,
            pages: max(0, pages))
    }

    /// The usual name of a program: its file name. The kernel's name is cut off after 15 letters and may be a thread's.
    private static func name(command: String, shortName: String) -> String {
        var name = command.prefix { $0 != "\0" }
        // Some programs put all their arguments into the first one; others put a title there, such as "sshd: user".
        if let options = name.firstRange(of: " -") { name = name[..<options.lowerBound] }
        if let title = name.firstRange(of: ": ") { name = name[..<title.lowerBound] }
        let file = name.split(separator: "/").last?.drop { $0 == "-" } ?? ""
        return file.isEmpty ? shortName : String(file)
    }
}
