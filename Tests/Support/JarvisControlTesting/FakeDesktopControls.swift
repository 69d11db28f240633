// SPDX-License-Identifier: GPL-3.0-or-later
// Brightness, session, clipboard and machine readings without a desktop.

public import JarvisCore
import Synchronization

/// A screen whose brightness is a number.
public final class FakeBrightnessControl: BrightnessControl {
    private struct State {
        var brightness = Brightness(device: "fake_backlight", level: Level(0.5))
        var failure: BrightnessFailure?
    }

    private let state = Mutex(State())

    public init() {}

    /// Makes every later call fail; nil ends that.
    public func fail(with failure: BrightnessFailure?) { state.withLock { $0.failure = failure } }

    public func brightness() async throws(BrightnessFailure) -> Brightness { try await change(.by(0)) }

    public func change(_ change: LevelChange) async throws(BrightnessFailure) -> Brightness {
        try state.withLock { state throws(BrightnessFailure) in
            if let failure = state.failure { throw failure }
            guard let level = change.applied(to: state.brightness.level) else { throw .notABrightness(percent: 0) }
            state.brightness.level = level
            return state.brightness
        }
    }
}

/// Records session actions without performing them.
public final class FakeSessionControl: SessionControl {
    private struct State {
        var performed: [SessionAction] = []
        var isDoNotDisturbOn = false
        var screenshots = 0
        var failure: SessionFailure?
    }

    private let state = Mutex(State())

    public init() {}

    public var performed: [SessionAction] { state.withLock { $0.performed } }
    /// Makes every later call fail; nil ends that.
    public func fail(with failure: SessionFailure?) { state.withLock { $0.failure = failure } }

    public func check(_ action: SessionAction) async throws(SessionFailure) {
        try with { _ in }
    }

    public func perform(_ action: SessionAction) async throws(SessionFailure) {
        try with { $0.performed.append(action) }
    }

    public func isDoNotDisturbOn() async throws(SessionFailure) -> Bool { try with { $0.isDoNotDisturbOn } }

    public func setDoNotDisturb(_ isOn: Bool) async throws(SessionFailure) -> Bool {
        try with { state in
            state.isDoNotDisturbOn = isOn
            return isOn
        }
    }

    public func takeScreenshot() async throws(SessionFailure) -> String {
        try with { state in
            state.screenshots += 1
            return "/pictures/Screenshot \(state.screenshots).png"
        }
    }

    private func with<Value: Sendable>(_ body: (inout State) -> Value) throws(SessionFailure) -> Value {
        try state.withLock { state throws(SessionFailure) in
            if let failure = state.failure { throw failure }
            return body(&state)
        }
    }
}

/// A clipboard of the test's own.
public final class FakeClipboard: Clipboard {
    private struct State {
        var text: String?
        var failure: ClipboardFailure?
    }

    private let state: Mutex<State>

    public init(text: String? = nil) {
        state = Mutex(State(text: text))
    }

    /// Makes every later call fail; nil ends that.
    public func fail(with failure: ClipboardFailure?) { state.withLock { $0.failure = failure } }

    public func text() async throws(ClipboardFailure) -> String? {
        try state.withLock { state throws(ClipboardFailure) in
            if let failure = state.failure { throw failure }
            return state.text
        }
    }

    public func setText(_ text: String) async throws(ClipboardFailure) {
        try state.withLock { state throws(ClipboardFailure) in
            if let failure = state.failure { throw failure }
            state.text = text
        }
    }
}

/// A machine as the test describes it; nil and empty values mean that a reading is unavailable.
public struct FakeMachineReadings: MachineReadings {
    public var time: BatteryTime?
    public var sensors: [SensorTemperature]
    public var networkAddresses: [InterfaceAddress]
    public var programs: [ProgramUsage]

    public init(
        time: BatteryTime? = nil, sensors: [SensorTemperature] = [], networkAddresses: [InterfaceAddress] = [],
        programs: [ProgramUsage] = []
    ) {
        self.time = time
        self.sensors = sensors
        self.networkAddresses = networkAddresses
        self.programs = programs
    }

    public func batteryTime() async throws(ReadingFailure) -> BatteryTime {
        guard let time else { throw .noBattery }
        return time
    }

    public func temperatures() async throws(ReadingFailure) -> [SensorTemperature] {
        guard !sensors.isEmpty else { throw .noSensors }
        return sensors
    }

    public func addresses() async throws(ReadingFailure) -> [InterfaceAddress] {
        guard !networkAddresses.isEmpty else { throw .noAddress }
        return networkAddresses
    }

    public func busiestPrograms(
        by measure: ProgramMeasure, limit: Int
    ) async throws(ReadingFailure) -> [ProgramUsage] {
        guard !programs.isEmpty else { throw .noProcesses }
        return Array(programs.prefix(limit))
    }
}

/// A desktop with a dark or light colour scheme.
public final class FakeColorScheme: ColorSchemeControl {
    private let state = Mutex<ColorScheme?>(.light)

    public init() {}

    /// Removes the setting, as on desktops where programs cannot change it.
    public func remove() { state.withLock { $0 = nil } }

    public func scheme() async -> ColorScheme? { state.withLock { $0 } }

    public func set(_ scheme: ColorScheme) async -> ColorScheme? {
        state.withLock { state in
            if state != nil { state = scheme }
            return state
        }
    }
}
