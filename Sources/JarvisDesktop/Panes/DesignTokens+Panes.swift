// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the window's bar and panes; their colours are in data/style-panes.css.

import JarvisDesktopKit

extension DesignTokens.Panes {
    /// The widest conversation and command grid.
    static let wideColumnWidth = 900
    /// The width that the buttons of a pane's bar take.
    static let barReserve = 270
    /// The time after which the style of a new title applies.
    static let titleMilliseconds = 50
    /// The type sizes of a pane's title: `narrow` and `tight` are for titles too long for the others.
    enum TitleSize {
        static let usual = 28.0
        static let narrow = 17.0
        static let tight = 13.0
    }
    /// A lower pane has no room for hints beside a banner.
    static let tightHeight = 600

    /// The share of the width that a message may take.
    static let bubbleShare = 0.75
    /// The most characters of a message to show: about six pages.
    static let longestText = 12_000
    /// The size of the avatar: a reactor of 40 pixels and its glow.
    static let avatar = 50
    static let avatarSpacing = 8
    static let noticeIcon = 16
    static let emptyIcon = 64
    static let keyCapWidth = 150
    static let menuWidth = 240
    /// Load earlier messages when the first loaded one is this many pages above the view.
    static let pagesAhead = 2.0
    static let avatarStepMilliseconds = 100
    /// A separator that has scrolled this far past the edge is about to disappear.
    static let daySlack = 20.0
    /// How long a new first message must stay in view before its time is shown.
    static let momentMilliseconds = 50
    /// How long to wait for a turn's words to be stored; after that they were dropped.
    static let settlingMilliseconds = 3000
    /// The longest time that a reply about a new timer takes to speak.
    static let longestReplySeconds = 60
    /// A message after a longer pause starts a group with its own time.
    static let groupGapMinutes = 5

    static let dropDownWidth = 160
    static let dropDownMaximumWidth = 320

    /// The longest typed message, in characters: a page.
    static let longestRequest = 4000
    /// The number of messages in which the keyboard pane looks for earlier requests.
    static let typedRequests = 400

    static let commandIcon = 40
    static let commandColumnWidth = 340
    static let commandColumns = 2
    static let cardSpacing = 16

    /// How often a list without a running timer checks for a new day.
    static let calendarMilliseconds = 60_000
}
