// SPDX-License-Identifier: GPL-3.0-or-later
// The entry point for libFuzzer, which brings the main function along. JARVIS_FUZZ_TARGET names the reader under test.
//
// An input is a finding if it ends the process, breaks a claim of its target, or exceeds the limit of processor time.
// Only processor time counts, so a busy or sleeping computer causes no findings.

import Glibc
import JarvisPlatform

/// Runs one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let target = FuzzTarget.chosen
    Limit.start()
    target.check(bytes)
    // Some faults take long for long inputs only, so a few short inputs are repeated, chosen by their contents.
    if !bytes.isEmpty, bytes.count <= 256, Choice.of(bytes) % 199 == 0 {
        Limit.start()
        target.check(target.grown(bytes))
    }
    return 0
}

/// Numbers derived from the input alone, so that findings can be reproduced.
enum Choice {
    /// FNV-1a (Fowler, Noll, Vo; RFC 9923).
    static func of(_ bytes: [UInt8]) -> Int {
        let sum = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int(sum >> 2)
    }
}

/// The processor time allowed for one input.
private enum Limit {
    private static let seconds = 4
    private static let handler: Void = {
        signal(SIGPROF) { _ in fail("longer than \(seconds) s of processor time") }
    }()

    static func start() {
        handler
        var time = itimerval()
        time.it_value.tv_sec = seconds
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &time, nil)
    }
}

/// Ends the process if the claim does not hold.
func hold(_ isTrue: Bool, _ claim: @autoclosure () -> String) {
    if !isTrue { fail("does not hold: " + claim()) }
}

private func fail(_ text: String) -> Never {
    let line = Array("jarvis-fuzz: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}
