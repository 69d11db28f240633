// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

struct PercentEncodingTests {
    @Test func allButUnreservedCharactersAreEncoded() {
        #expect("Az09-._~".percentEncoded == "Az09-._~")
        #expect("a b&c=\n/?ü".percentEncoded == "a%20b%26c%3D%0A%2F%3F%C3%BC")
        #expect("".percentEncoded == "")
    }
}
