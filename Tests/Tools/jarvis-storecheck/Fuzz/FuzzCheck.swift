// SPDX-License-Identifier: GPL-3.0-or-later
// A large number of damaged histories, in children that may crash or hang without ending the run.

import Glibc
import JarvisPlatform
import JarvisTesting

enum FuzzCheck {
    /// The number of histories that one child reads.
    private static let share = 500
    /// The seconds allowed for one history; then the system ends the child.
    private static let limit: UInt32 = 60

    /// The child: reads histories `first ..< first + count` and prints "faults" with their seeds, then "LINES FILES
    /// KILOBYTES"; the last is the growth of its memory after the first tenth.
    static func part(first: UInt64, count: Int) async throws {
        var samples: [MemoryDisk.Content] = []
        for number in 0..<6 { samples.append(try await FuzzCase.sample(number)) }
        var (lines, files) = (0, 0)
        var resident = 0
        for number in 0..<count {
            alarm(limit)
            if number == count / 10 { resident = ProcessMemory.residentKiB }
            do {
                let damage = try await FuzzCase.run(seed: first + UInt64(number), samples)
                lines += damage.lines
                files += damage.files
            } catch {
                FileCheck.say("fault \(first + UInt64(number)) \(error.what)", to: STDOUT_FILENO)
            }
        }
        let end = ProcessMemory.residentKiB
        FileCheck.say("\(lines) \(files) \(max(0, end - resident)) \(end)", to: STDOUT_FILENO)
    }

    /// Damages at least `lines` lines and prints figures.
    /// - Returns: The number of faults.
    static func run(lines wanted: Int, seed: UInt64) throws -> Int {
        let start = MonotonicTime.nanoseconds()
        var (lines, files, histories, growth, memory, faults) = (0, 0, 0, 0, 0, 0)
        var next = seed &* 1_000_000_007
        while lines < wanted {
            let count = min(share, max(1, (wanted - lines) / 30))
            let said = try LineChild.itself(["fuzz-part", "\(next)", "\(count)"]).lines()
            for line in said where line.hasPrefix("fault") {
                FileCheck.say(line, to: STDOUT_FILENO)
                faults += 1
            }
            let figures = said.last?.split(separator: " ").compactMap { Int($0) } ?? []
            if figures.count == 4 {
                lines += figures[0]
                files += figures[1]
                growth = max(growth, figures[2])
                memory = max(memory, figures[3])
            } else {
                FileCheck.say("fault: crash or hang in fuzz-part \(next) \(count)", to: STDOUT_FILENO)
                faults += 1
                if faults > 20 { break }
            }
            histories += count
            next += UInt64(count)
        }
        let seconds = (MonotonicTime.nanoseconds() - start) / 1_000_000_000
        FileCheck.say(
            "\(lines) damaged lines and \(files) damaged files in \(histories) histories: \(faults) faults, "
                + "memory at most \(memory >> 10) MiB, growth in \(share) histories at most \(growth) KiB, \(seconds) s",
            to: STDOUT_FILENO)
        return faults
    }
}
