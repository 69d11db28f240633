// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps espeak-ng away from the sound server. Its initialization opens an audio device even when only samples are
// wanted, and hangs if the server does. It opens the device through a function of libpcaudio. The function defined here
// comes first in the dynamic linker's search order, and reports that there is no device; none is needed.

/// Replaces the libpcaudio function that opens a device, for this process only.
@_cdecl("create_audio_device_object")
public func noAudioDevice(
    _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
    nil
}
