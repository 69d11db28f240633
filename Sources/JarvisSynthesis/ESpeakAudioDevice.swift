// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps espeak-ng away from the sound server. Its initialisation opens an audio device of its own even when it is only
// asked for samples, and waits without end for a server that hangs. It calls a function of libpcaudio for that; the
// definition here comes first in the dynamic linker's order, and says that there is no device, which is never used.

/// The function of libpcaudio that opens a device, for this process.
@_cdecl("create_audio_device_object")
public func noAudioDevice(
    _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
    nil
}
