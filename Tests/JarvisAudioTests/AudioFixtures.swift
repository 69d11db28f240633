// SPDX-License-Identifier: GPL-3.0-or-later
// Collectors for events and sounds that the audio tests compare.

import Glibc
import JarvisCore
import JarvisSignal
import Synchronization
import Testing

/// Collects the events passed to a handler and lets a test wait for them.
final class EventCollector<Event: Sendable>: Sendable {
    private let events = Mutex<[(event: Event, at: ContinuousClock.Instant)]>([])

    func add(_ event: Event) {
        events.withLock { $0.append((event, .now)) }
    }

    var all: [Event] { events.withLock { $0.map(\.event) } }
    var timed: [(event: Event, at: ContinuousClock.Instant)] { events.withLock { $0 } }

    /// Waits until the events so far satisfy `condition`.
    /// - Returns: false if they don't in time.
    func wait(_ timeout: Duration = .seconds(60), until condition: ([Event]) -> Bool) async -> Bool {
        await eventually(timeout) { condition(all) }
    }
}

/// Polls every few milliseconds until `condition` holds.
func eventually(_ timeout: Duration = .seconds(60), _ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}

extension MicrophoneEvent {
    var frame: AudioFrame? { if case .frame(let frame) = self { frame } else { nil } }
    var isOpened: Bool { if case .opened = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
    var failure: AudioFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

/// A rising tone, so that every moment of it is different; fades at both ends.
func chirp(seconds: Double, rate: Int = 16_000, amplitude: Double = 0.4) -> [Int16] {
    let count = Int(seconds * Double(rate))
    return (0..<count).map { index in
        let time = Double(index) / Double(rate)
        let edge = min(1, min(time, seconds - time) / 0.01)
        let phase = 2 * Double.pi * (300 * time + 0.5 * 500 / seconds * time * time)
        return Int16(32_767 * amplitude * edge * sin(phase))
    }
}

/// The output of a microphone's intake for a sound in one piece, without an incomplete last frame.
func filtered(_ samples: [Int16]) -> [Int16] {
    let intake = SoundIntake(channelCount: 1)
    let length = SoundIntake.samplesPerFrame
    var frame = [Int16](repeating: 0, count: length)
    var result: [Int16] = []
    for start in stride(from: 0, through: samples.count - length, by: length) {
        intake.process(Array(samples[start..<start + length]), into: &frame)
        result += frame
    }
    return result
}

/// The best normalized correlation of `wanted` within `recorded`, and its position.
func bestMatch(of wanted: [Int16], in recorded: [Int16]) -> (correlation: Double, offset: Int) {
    guard recorded.count >= wanted.count else { return (0, 0) }
    let wantedFloats = wanted.map { Float($0) }
    let recordedFloats = recorded.map { Float($0) }
    func correlation(at offset: Int, step: Int) -> Double {
        var cross: Float = 0
        var first: Float = 1
        var second: Float = 1
        wantedFloats.withUnsafeBufferPointer { a in
            recordedFloats.withUnsafeBufferPointer { b in
                var index = 0
                while index < a.count {
                    cross += a[index] * b[offset &+ index]
                    first += a[index] * a[index]
                    second += b[offset &+ index] * b[offset &+ index]
                    index &+= step
                }
            }
        }
        return Double(cross / (first * second).squareRoot())
    }
    let last = recorded.count - wanted.count
    let coarse = stride(from: 0, through: last, by: 4).max {
        correlation(at: $0, step: 37) < correlation(at: $1, step: 37)
    }
    guard let coarse else { return (0, 0) }
    // The rough search may be a period of the sound off.
    let best = (max(0, coarse - 80)...min(last, coarse + 80)).map { (correlation(at: $0, step: 1), $0) }
    return best.max { $0.0 < $1.0 } ?? (0, 0)
}

/// The number of our audio threads, by name, and of open files in this process. Other tests run in the same process at
/// the same time, and open a few files of their own.
func processResources() -> (audioThreads: Int, files: Int) {
    let threads = entries(of: "/proc/self/task").filter { thread in
        guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { return false }
        defer { fclose(file) }
        var name = [UInt8](repeating: 0, count: 16)
        let count = fread(&name, 1, name.count, file)
        return ["mic-delivery\n", "mic-capture\n", "playback\n"].contains(
            String(decoding: name[..<count], as: UTF8.self))
    }
    return (threads.count, entries(of: "/proc/self/fd").count)
}

private func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            })
    }
    return names.filter { !$0.hasPrefix(".") }
}

/// Figures worth reading in the log of a test run.
enum Measurements {
    static func note(_ what: String, _ duration: Duration) {
        print("measured: \(what): \((duration / .milliseconds(1)).rounded()) ms")
    }
}
