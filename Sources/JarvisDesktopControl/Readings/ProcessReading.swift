// SPDX-License-Identifier: GPL-3.0-or-later
// What processes use, from two readings of /proc (proc(5)); the processes of one program count together.

import Glibc
import JarvisCore
import JarvisPlatform

/// All processes at one moment.
struct ProcessReading: Sendable {
    private struct Process: Hashable, Sendable {
        var name: String
        /// Since it began, by all its threads.
        var ticks: Int64
        /// Another process that was given the same number began at another time.
        var startTicks: Int64
        var pages: Int64
    }

    private var processes: [String: Process] = [:]
    /// Of all processors together since the machine began, idle ones too.
    private let totalTicks: Int64

    init(_ files: SystemFiles) {
        let line = files.text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("cpu ") }
        // Guest time, which follows, is in user time already.
        totalTicks = line?.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }.reduce(0, +) ?? 0
        for number in files.names("/proc") where number.allSatisfy(\.isNumber) {
            guard let text = files.text("/proc/\(number)/stat"), var process = Self.process(text) else { continue }
            let command = files.text("/proc/\(number)/cmdline") ?? ""
            process.name = Self.name(command: command, shortName: process.name)
            processes[number] = process
        }
    }

    /// What programs have used since an earlier reading; since they began where there is none.
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

    /// The greatest first.
    static func sorted(_ programs: [ProgramUsage], by measure: ProgramMeasure) -> [ProgramUsage] {
        programs.sorted { one, other in
            let (first, second) =
                measure == .memory
                ? (Double(one.memoryBytes), Double(other.memoryBytes)) : (one.processorShare, other.processorShare)
            return first != second ? first > second : one.name < other.name
        }
    }

    /// The short name stands in parentheses and may itself hold some.
    private static func process(_ text: String) -> Process? {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        // The third field of the line is the first one here: 14 and 15 are times, 22 the start, 24 the resident pages.
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 21, let user = Int64(fields[11]), let system = Int64(fields[12]),
            let start = Int64(fields[19]), let pages = Int64(fields[21])
        else { return nil }
        return Process(
            name: String(text[text.index(after: open)..<close]), ticks: user + system, startTicks: start,
            pages: max(0, pages))
    }

    /// What people call a program: its file, as the kernel's own names are cut after 15 letters and tell of threads.
    private static func name(command: String, shortName: String) -> String {
        var name = command.prefix { $0 != "\0" }
        // Some write all their arguments into the first one, others a title such as "sshd: user".
        if let options = name.firstRange(of: " -") { name = name[..<options.lowerBound] }
        if let title = name.firstRange(of: ": ") { name = name[..<title.lowerBound] }
        let file = name.split(separator: "/").last?.drop { $0 == "-" } ?? ""
        return file.isEmpty ? shortName : String(file)
    }
}
