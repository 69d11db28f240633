// SPDX-License-Identifier: GPL-3.0-or-later
// Devices for tests without a sound server.

public import JarvisCore

/// A fixed list of devices.
public struct FakeDevices: AudioDeviceListing {
    public var list: [AudioDevice]

    public init(
        _ list: [AudioDevice] = [
            AudioDevice(id: "mic", name: "Built-in microphone", direction: .input, isDefault: true, isMonitor: false),
            AudioDevice(
                id: "speaker", name: "Built-in speakers", direction: .output, isDefault: true, isMonitor: false),
        ]
    ) {
        self.list = list
    }

    public func devices() async throws -> [AudioDevice] { list }
}
