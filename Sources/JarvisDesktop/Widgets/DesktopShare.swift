// SPDX-License-Identifier: GPL-3.0-or-later
// Shares one source of the desktop's state among several windows, each of which follows and releases it on its own.

import JarvisDesktopKit

/// Passes the desktop's state to any number of followers.
@MainActor
final class DesktopShare {
    private let source: any DesktopWatching
    private var followers: [WeakFollower] = []

    private struct WeakFollower {
        weak var follower: DesktopFollower?
    }

    init(_ source: any DesktopWatching) {
        self.source = source
    }

    /// Makes a follower for one window.
    func follower() -> any DesktopWatching {
        let follower = DesktopFollower(self)
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        // The source has a single handler; from now on it is this one.
        source.onChange = { [weak self] in self?.tell() }
        return follower
    }

    fileprivate var state: DesktopState { source.state }
    func prepare() { source.prepare() }
    func connect() { source.connect() }

    /// Reads the light sensor as long as any follower uses it.
    fileprivate func lightChanged() {
        source.followLight(followers.contains { $0.follower?.followsLight == true })
    }

    private func tell() {
        for entry in followers { entry.follower?.onChange?() }
    }
}

@MainActor
private final class DesktopFollower: DesktopWatching {
    var onChange: (@MainActor () -> Void)?
    private(set) var followsLight = false
    private let share: DesktopShare

    init(_ share: DesktopShare) {
        self.share = share
    }

    var state: DesktopState { share.state }
    func prepare() { share.prepare() }
    func connect() { share.connect() }

    func followLight(_ follows: Bool) {
        guard follows != followsLight else { return }
        followsLight = follows
        share.lightChanged()
    }
}
