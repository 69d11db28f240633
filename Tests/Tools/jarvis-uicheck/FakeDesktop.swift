// SPDX-License-Identifier: GPL-3.0-or-later
// A desktop whose preferences a check can change while the window is open.

import JarvisDesktopKit

@MainActor
final class FakeDesktop: DesktopWatching {
    var state = DesktopState() {
        didSet { if state != oldValue { onChange?() } }
    }
    var onChange: (@MainActor () -> Void)?
    private(set) var isLightFollowed = false

    func prepare() {}

    func connect() {}

    func followLight(_ follows: Bool) { isLightFollowed = follows }
}
