// SPDX-License-Identifier: GPL-3.0-or-later
// How several skills describe what a media player is playing. Pure.

import JarvisCore
import JarvisUnderstanding

extension MediaTrack {
    /// "Strange Fruit by Nina Simone"; empty if the player reports neither title nor artist.
    package var spoken: String {
        let artists = SpokenFormat.list(Array(artists.filter { !$0.isEmpty }.prefix(3)))
        if title.isEmpty { return artists.isEmpty ? "" : "something by \(artists)" }
        return artists.isEmpty ? title : "\(title) by \(artists)"
    }
}

extension MediaPlayer {
    /// The seconds left of the current track; nil if the player doesn't report its length and position.
    package var secondsLeft: Int64? {
        guard let length = track?.lengthSeconds, let position = positionSeconds else { return nil }
        return max(0, Int64(length) - Int64(position))
    }

    /// "2 minutes left of Strange Fruit by Nina Simone."; nil if the time left is unknown.
    package var spokenRest: String? {
        secondsLeft.map { left in
            let name = track?.spoken ?? ""
            return "\(SpokenFormat.duration(seconds: left)) left\(name.isEmpty ? "" : " of \(name)")."
        }
    }
}
