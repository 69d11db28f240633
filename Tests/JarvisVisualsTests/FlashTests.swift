// SPDX-License-Identifier: GPL-3.0-or-later
// The visualizer never flashes: at most three pairs of opposing changes a second anywhere (WCAG 2.3.1), with uneven
// speech, three state changes a second and errors in rapid succession.

import Glibc
@testable import JarvisVisuals
import Testing

struct FlashTests {
    /// Frames per second.
    private static let rate = 30.0
    private static let size = SceneSize(width: 1000, height: 700, scale: 0.5)
    /// The change of relative luminance that counts.
    private static let change = 0.1
    /// The share of an area that must change at about the same time.
    private static let share = 0.25
    /// Number of frames that count as the same time.
    private static let together = 3
    /// The area in device pixels at this scale: 341 by 256 CSS pixels.
    private static let area = (width: 170, height: 128)
    /// Distance between sampled device pixels, in each direction.
    private static let step = 4

    /// Relative luminance of the sampled pixels, row by row.
    private static func luminances(_ frame: SceneFrame, _ renderer: SoftwareSceneRenderer) throws -> [[Double]] {
        let picture = try #require(renderer.draw(frame))
        return stride(from: 0, to: picture.height, by: step).map { y in
            stride(from: 0, to: picture.width, by: step).map { x in
                let at = y * picture.bytesPerRow + x * 4
                let (blue, green, red) = (picture.pixels[at], picture.pixels[at + 1], picture.pixels[at + 2])
                return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
            }
        }
    }

    private static let linear = (0..<256).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    /// The frames in which a pixel has become lighter (1) or darker (-1) by enough.
    private static func turns(_ luminances: [Double]) -> [(index: Int, direction: Int)] {
        var turns: [(Int, Int)] = []
        var (low, high, direction) = (luminances[0], luminances[0], 0)
        for (index, value) in luminances.enumerated() {
            (low, high) = (min(low, value), max(high, value))
            if direction <= 0, value - low >= change {
                turns.append((index, 1))
                (direction, low, high) = (1, value, value)
            } else if direction >= 0, high - value >= change {
                turns.append((index, -1))
                (direction, low, high) = (-1, value, value)
            }
        }
        return turns
    }

    /// The most opposing pairs of changes in any second in an area, from the turns of its pixels.
    private static func flashes(_ pixels: [[(index: Int, direction: Int)]], pictures: Int) -> Int {
        var counts = [-1: [Int](repeating: 0, count: pictures), 1: [Int](repeating: 0, count: pictures)]
        for turn in pixels.joined() { counts[turn.direction]?[turn.index] += 1 }
        var (turns, last): ([Int], Int) = ([], 0)
        for index in 0..<pictures {
            for direction in [1, -1] where direction != last {
                let near = counts[direction]?[max(0, index - together + 1)...index].reduce(0, +) ?? 0
                guard Double(near) >= share * Double(pixels.count) else { continue }
                turns.append(index)
                last = direction
                break
            }
        }
        let most = turns.indices.map { first in turns[first...].prefix { Double($0 - turns[first]) < rate }.count }
        return (most.max() ?? 0) / 2
    }

    /// The most flashes a second in any area of a series of frames.
    private static func flashes(_ pictures: [[[Double]]]) -> Int {
        let (rows, columns) = (pictures[0].count, pictures[0][0].count)
        let turns = (0..<rows).map { y in (0..<columns).map { x in Self.turns(pictures.map { $0[y][x] }) } }
        let (high, wide) = (min(area.height / step, rows), min(area.width / step, columns))
        var most = 0
        for top in stride(from: 0, through: rows - high, by: max(high / 4, 1)) {
            for left in stride(from: 0, through: columns - wide, by: max(wide / 4, 1)) {
                let pixels = turns[top..<(top + high)].flatMap { $0[left..<(left + wide)] }
                most = max(most, flashes(pixels, pictures: pictures.count))
            }
        }
        return most
    }

    /// The most flashes a second anywhere while `input` supplies phase, level and errors by time.
    private static func most(
        seconds: Double, _ settings: SceneSettings = SceneSettings(),
        _ input: (Double) -> (phase: ScenePhase, level: Double, hasError: Bool)
    ) throws -> Int {
        var animator = SceneAnimator(settings: settings, size: size, phase: input(0).phase)
        let renderer = SoftwareSceneRenderer()
        var series: [[[Double]]] = []
        for step in 0..<Int(seconds * rate) {
            let time = Double(step) / rate
            let (phase, level, hasError) = input(time)
            if hasError { animator.showError() }
            let bands = (0..<64).map { Float(level) * ($0 % 3 == 0 ? 1 : 0.6) }
            series.append(
                try luminances(animator.advance(to: time, phase: phase, level: level, spectrum: bands), renderer))
        }
        return flashes(series)
    }

    @Test(arguments: ScenePhase.allCases, [ScenePalette.vivid, .light])
    func rhythmicSpeechDoesNotFlash(phase: ScenePhase, palette: ScenePalette) throws {
        var settings = SceneSettings()
        settings.palette = palette
        // Syllables at the rate of quick speech.
        let most = try Self.most(seconds: 3, settings) { time in
            (phase, 0.65 + 0.2 * sin(time * 2 * .pi * 5), false)
        }
        #expect(most <= 3)
    }

    /// Three state changes a second, as when a short question is answered at once.
    @Test(arguments: [ScenePalette.dark, .light])
    func rapidStateChangesDoNotFlash(palette: ScenePalette) throws {
        let phases = ScenePhase.allCases
        var settings = SceneSettings()
        settings.palette = palette
        #expect(try Self.most(seconds: 6, settings) { (phases[Int($0 * 3) % phases.count], 0.8, false) } <= 3)
    }

    @Test(arguments: [ScenePalette.dark, .light])
    func rapidErrorsDoNotFlash(palette: ScenePalette) throws {
        var settings = SceneSettings()
        settings.palette = palette
        #expect(try Self.most(seconds: 4, settings) { (.idle, 0, Int($0 * Self.rate) % 4 == 0) } <= 3)
    }

    /// Proves that the measure detects blinking of a large enough area.
    @Test func theFlashMeasureDetectsBlinking() {
        func blinking(_ hertz: Double, columns: Int) -> [[[Double]]] {
            (0..<90).map { picture in
                let isOn = Int(Double(picture) / Self.rate * hertz * 2) % 2 == 0
                return (0..<32).map { _ in (0..<42).map { $0 < columns && isOn ? 0.2 : 0 } }
            }
        }
        #expect(Self.flashes(blinking(5, columns: 21)) > 3)
        #expect(Self.flashes(blinking(5, columns: 8)) == 0)
        #expect(Self.flashes(blinking(1, columns: 42)) <= 3)
    }
}
