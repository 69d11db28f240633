// SPDX-License-Identifier: GPL-3.0-or-later
// Port to more readings of the machine than its status has: times, temperatures, addresses, processes.

/// How long the batteries last.
public struct BatteryTime: Hashable, Sendable {
    public enum Direction: Hashable, Sendable {
        case untilEmpty, untilFull
        /// Plugged in, and neither charging nor discharging.
        case resting
    }

    public var direction: Direction
    /// Nil while resting, and while the battery does not say how fast it goes.
    public var seconds: Int64?

    public init(_ direction: Direction, seconds: Int64? = nil) {
        self.direction = direction
        self.seconds = seconds
    }
}

/// One sensor of temperature.
public struct SensorTemperature: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case processor, graphics, disk, battery, wireless, other
    }

    public var part: Part
    /// The chip and its own name for the sensor, for example "coretemp Package id 0".
    public var name: String
    public var celsius: Double
    /// Where the chip calls it critical; nil where it does not say.
    public var criticalCelsius: Double?

    public init(_ part: Part, name: String, celsius: Double, criticalCelsius: Double? = nil) {
        self.part = part
        self.name = name
        self.celsius = celsius
        self.criticalCelsius = criticalCelsius
    }
}

/// An address of this machine in a network.
public struct InterfaceAddress: Hashable, Sendable {
    public enum Family: Hashable, Sendable {
        case v4, v6
    }

    /// For example "wlan0".
    public var interface: String
    public var family: Family
    /// In numbers, without a zone.
    public var address: String
    /// True for addresses that reach no further than the cable (169.254.…, fe80:…).
    public var isLinkLocal: Bool

    public init(interface: String, family: Family, address: String, isLinkLocal: Bool = false) {
        self.interface = interface
        self.family = family
        self.address = address
        self.isLinkLocal = isLinkLocal
    }
}

/// What the processes of one program use together.
public struct ProgramUsage: Hashable, Sendable {
    /// As the kernel names it.
    public var name: String
    public var processCount: Int
    /// Of all processors together: 1 is all of them.
    public var processorShare: Double
    /// Resident, with what processes share counted in each.
    public var memoryBytes: Int64

    public init(name: String, processCount: Int = 1, processorShare: Double, memoryBytes: Int64) {
        self.name = name
        self.processCount = processCount
        self.processorShare = processorShare
        self.memoryBytes = memoryBytes
    }
}

/// By what programs are compared.
public enum ProgramMeasure: Hashable, Sendable {
    case processor, memory
}

/// Reads the machine; nothing blocks the caller.
public protocol MachineReadings: Sendable {
    /// - Throws: `noBattery`.
    func batteryTime() async throws(ReadingFailure) -> BatteryTime
    /// All sensors, hottest first.
    /// - Throws: `noSensors`.
    func temperatures() async throws(ReadingFailure) -> [SensorTemperature]
    /// Addresses of interfaces that are up, without the loopback; IPv4 first.
    /// - Throws: `noAddress`.
    func addresses() async throws(ReadingFailure) -> [InterfaceAddress]
    /// The programs that use most, the greatest first; takes as long as the processors are watched.
    /// - Throws: `noProcesses`.
    func busiestPrograms(by measure: ProgramMeasure, limit: Int) async throws(ReadingFailure) -> [ProgramUsage]
}

/// A reading that the machine does not give.
public enum ReadingFailure: ExplainedFailure, Hashable {
    case noBattery, noSensors, noAddress, noProcesses

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .noBattery: FailureText(reader.say("This computer has no battery."))
        case .noSensors:
            FailureText(
                reader.say("No sensor of this computer tells its temperature."),
                reader.say("Installing the package lm-sensors and running sensors-detect may help."))
        case .noAddress:
            FailureText(
                reader.say("This computer has no address in a network."), reader.say("Connect it to a network."))
        case .noProcesses:
            FailureText(
                reader.say("The running programs could not be read."),
                reader.say("Look into the desktop's system monitor."))
        }
    }
}
