// SPDX-License-Identifier: GPL-3.0-or-later
// Lists microphones and speakers for the settings and the command line.

public import JarvisCore
import JarvisPlatform

/// Lists the sound server's devices over a separate connection, closed after each query.
public final class PulseDevices: AudioDeviceListing {
    private let server: PulseServer
    private let worker = WorkerThread(name: "audio-devices")

    /// Lists the devices of the user's own sound server.
    public convenience init() {
        self.init(server: PulseServer())
    }

    /// Lists the devices of `server`.
    public init(server: PulseServer) {
        self.server = server
    }

    /// All inputs, followed by all outputs. Takes milliseconds, or at most a few seconds if the server hangs.
    /// - Throws: `AudioFailure.serverUnavailable`.
    public func devices() async throws -> [AudioDevice] {
        try await worker.run { [server] in
            let connection = try PulseConnection(server: server)
            try connection.connect()
            let defaults = try connection.defaultDevices()
            let devices = try connection.sources() + connection.sinks()
            return devices.map { device in
                var device = device
                device.isDefault = device.id == (device.direction == .input ? defaults.source : defaults.sink)
                return device
            }
        }
    }
}
