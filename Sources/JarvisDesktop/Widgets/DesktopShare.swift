// SPDX-License-Identifier: GPL-3.0-or-later
// One source of the desktop's state for several windows, each of which follows it and lets go of it by itself.

/// Hands the desktop's state to any number of followers.
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

    /// For one window.
    func follower() -> any DesktopWatching {
        let follower = DesktopFollower(self)
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        // From now on the source tells of changes here alone.
        source.onChange = { [weak self] in self?.tell() }
        return follower
    }

    fileprivate var state: DesktopState { source.state }
    func prepare() { source.prepare() }
    func connect() { source.connect() }

    /// The sensor is read while one of them follows it.
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
