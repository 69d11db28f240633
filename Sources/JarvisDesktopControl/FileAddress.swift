// SPDX-License-Identifier: GPL-3.0-or-later
// Parses `file:` addresses, by which other programs name files on the bus.

enum FileAddress {
    /// The path in an address such as "file:///music/My%20song.ogg"; nil if it isn't a file on this machine.
    static func path(of address: String) -> String? {
        let scheme = "file://"
        guard address.hasPrefix(scheme) else { return nil }
        let rest = address.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else { return nil }
        var bytes: [UInt8] = []
        var left = rest[slash...].utf8[...]
        while let byte = left.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = left.popFirst(), let low = left.popFirst(),
                let decoded = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), decoded != 0
            else { return nil }
            bytes.append(decoded)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
