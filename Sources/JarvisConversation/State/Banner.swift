// SPDX-License-Identifier: GPL-3.0-or-later
// The error banner: what happened, what to do, and one action where there is one.

/// The identity of one showing of a banner, so that an old timer never closes a new banner.
public struct BannerID: Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// What a banner's button does.
public enum BannerAction: String, Hashable, Sendable {
    case openSettings, retry, unmute
}

/// A transient message above the controls. It leaves by itself once it can have been read, but never while the pointer or
/// the keyboard is on it.
public struct Banner: Hashable, Sendable {
    /// How long it stays: two seconds to notice it, and then 15 characters a second, a comfortable pace for subtitles;
    /// never less than 4 s.
    public var lifetime: Duration {
        max(.seconds(4), .seconds(2) + .milliseconds(message.count * 1000 / 15))
    }

    public enum Severity: String, Hashable, Sendable {
        case error, notice
    }

    public var id: BannerID
    public var severity: Severity
    /// What happened and what to do, in one or two sentences.
    public var message: String
    public var action: BannerAction?
    /// The pointer or the keyboard is on it: it is being read.
    public var isHeld = false

    public init(id: BannerID, severity: Severity = .error, message: String, action: BannerAction? = nil) {
        self.id = id
        self.severity = severity
        self.message = message
        self.action = action
    }
}
