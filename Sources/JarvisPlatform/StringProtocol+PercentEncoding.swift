// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
    /// The text as part of a URL: everything but unreserved characters is escaped (RFC 3986, 2.3).
    public var percentEncoded: String {
        utf8.map { byte in
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "-._~".utf8.contains(byte)
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + hexadecimal
        }.joined()
    }
}
