// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct SettingRangeTests {
    @Test func numericSettingsHaveTheirExpectedRanges() {
        #expect(SettingDescriptor.range(of: \.speed) == Prosody.speedRange)
        #expect(SettingDescriptor.range(of: \.pitch) == Prosody.pitchRange)
        #expect(SettingDescriptor.range(of: \.volume) == 0...1)
        #expect(SettingDescriptor.range(of: \.sensitivity) == 0...100)
        #expect(SettingDescriptor.range(of: \.speech.wakeSensitivity) == 0...100)
        #expect(SettingDescriptor.range(of: \.particleCount) == 0...500)
        #expect(SettingDescriptor.range(of: \.animationSpeed) == 0.5...2)
        #expect(SettingDescriptor.range(of: \.appearance.textScale) == 1...2)
        #expect(SettingDescriptor.range(of: \.appearance.zoom) == 0.5...2)
        #expect(SettingDescriptor.range(of: \.appearance.hue) == 0...360)
    }
}
