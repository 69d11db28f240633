// SPDX-License-Identifier: GPL-3.0-or-later
// What players play, as it is told by more than one skill. Pure.

import JarvisCore
import JarvisUnderstanding

extension MediaTrack {
    /// "Strange Fruit by Nina Simone"; empty where the player does not tell.
    package var spoken: String {
        let artists = SpokenFormat.list(Array(artists.filter { !$0.isEmpty }.prefix(3)))
        if title.isEmpty { return artists.isEmpty ? "" : "something by \(artists)" }
        return artists.isEmpty ? title : "\(title) by \(artists)"
    }
}

extension MediaPlayer {
    /// The seconds that are left of what it plays; nil where it does not tell.
    package var secondsLeft: Int64? {
        guard let length = track?.lengthSeconds, let position = positionSeconds else { return nil }
        return max(0, Int64(length) - Int64(position))
    }

    /// "2 minutes left of Strange Fruit by Nina Simone."
    package var spokenRest: String? {
        secondsLeft.map { left in
            let name = track?.spoken ?? ""
            return "\(SpokenFormat.duration(seconds: left)) left\(name.isEmpty ? "" : " of \(name)")."
        }
    }
}
