// SPDX-License-Identifier: GPL-3.0-or-later
// Port to machine readings beyond `SystemStatus`: battery times, temperatures, addresses, processes.

/// How long until the batteries are empty or full.
public struct BatteryTime: Hashable, Sendable {
    public enum Direction: Hashable, Sendable {
        case untilEmpty, untilFull
        /// Plugged in, and neither charging nor discharging.
        case resting
    }

    public var direction: Direction
    /// Nil while resting, and while the battery does not report its rate.
    public var seconds: Int64?

    public init(_ direction: Direction, seconds: Int64? = nil) {
        self.direction = direction
        self.seconds = seconds
    }
}

/// A temperature sensor's reading.
public struct SensorTemperature: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case processor, graphics, disk, battery, wireless, other
    }

    public var part: Part
    /// The chip and its own name for the sensor, for example "coretemp Package id 0".
    public var name: String
    public var celsius: Double
    /// The chip's critical temperature; nil if it does not report one.
    public var criticalCelsius: Double?

    public init(_ part: Part, name: String, celsius: Double, criticalCelsius: Double? = nil) {
        self.part = part
        self.name = name
        self.celsius = celsius
        self.criticalCelsius = criticalCelsius
    }
}

/// A network address of this machine.
public struct InterfaceAddress: Hashable, Sendable {
    public enum Family: Hashable, Sendable {
        case v4, v6
    }

    /// For example "wlan0".
    public var interface: String
    public var family: Family
    /// Numeric, without a zone.
    public var address: String
    /// True for addresses valid only on the local link (169.254.…, fe80:…).
    public var isLinkLocal: Bool

    public init(interface: String, family: Family, address: String, isLinkLocal: Bool = false) {
        self.interface = interface
        self.family = family
        self.address = address
        self.isLinkLocal = isLinkLocal
    }
}

/// The processor and memory use of all processes of a program together.
public struct ProgramUsage: Hashable, Sendable {
    /// The kernel's name for the program.
    public var name: String
    public var processCount: Int
    /// Share of all processors together: 1 is all of them.
    public var processorShare: Double
    /// Resident memory; pages shared between processes count in each.
    public var memoryBytes: Int64

    public init(name: String, processCount: Int = 1, processorShare: Double, memoryBytes: Int64) {
        self.name = name
        self.processCount = processCount
        self.processorShare = processorShare
        self.memoryBytes = memoryBytes
    }
}

/// How programs are ranked.
public enum ProgramMeasure: Hashable, Sendable {
    case processor, memory
}

/// Reads the machine without blocking the caller.
public protocol MachineReadings: Sendable {
    /// - Throws: `noBattery`.
    func batteryTime() async throws(ReadingFailure) -> BatteryTime
    /// All sensors, hottest first.
    /// - Throws: `noSensors`.
    func temperatures() async throws(ReadingFailure) -> [SensorTemperature]
    /// Addresses of interfaces that are up, without the loopback; IPv4 first.
    /// - Throws: `noAddress`.
    func addresses() async throws(ReadingFailure) -> [InterfaceAddress]
    /// The programs that use the most, greatest first. Takes a moment, because it measures processor time over an
    /// interval.
    /// - Throws: `noProcesses`.
    func busiestPrograms(by measure: ProgramMeasure, limit: Int) async throws(ReadingFailure) -> [ProgramUsage]
}

/// A reading that the machine does not provide.
public enum ReadingFailure: ExplainedFailure, Hashable {
    case noBattery, noSensors, noAddress, noProcesses

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .noBattery: FailureText(reader.say("This computer has no battery."))
        case .noSensors:
            FailureText(
                reader.say("I can't find a temperature sensor."),
                reader.say("Installing lm-sensors may help."))
        case .noAddress:
            FailureText(
                reader.say("This computer isn't connected to a network."), reader.say("Connect it and try again."))
        case .noProcesses:
            FailureText(
                reader.say("I couldn't read the list of running programs."),
                reader.say("Try the system monitor."))
        }
    }
}
