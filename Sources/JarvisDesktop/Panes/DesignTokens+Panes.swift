// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the panes; their colours are in data/style-panes.css.

extension DesignTokens {
    enum Panes {
        /// Widest column of text or settings.
        static let columnWidth = 720
        /// Widest conversation and command grid.
        static let wideColumnWidth = 900
        static let margin = 20
        /// Width taken by the buttons of a pane's bar.
        static let barReserve = 270
        /// By then the style of a new title holds.
        static let titleMilliseconds = 50
        /// The type of a pane's title, in its usual forms and in those for little room.
        enum TitleSize {
            static let large = 34.0
            static let usual = 28.0
            static let narrow = 17.0
            static let tight = 13.0
        }
        static let icon = 20
        /// A pane that is not as high has no room for hints beside a banner.
        static let tightHeight = 600

        /// Part of the width that a message may take.
        static let bubbleShare = 0.75
        /// Characters of a message that are shown: some six pages.
        static let longestText = 12_000
        /// The reactor of 40 and its glow.
        static let avatar = 50
        static let avatarSpacing = 8
        static let noticeIcon = 16
        static let emptyIcon = 64
        static let keyCapWidth = 150
        static let menuWidth = 240
        static let chipSpacing = 6
        static let chipGap = 2
        /// How many views before the first message earlier ones are loaded.
        static let pagesAhead = 2.0
        static let avatarStepMilliseconds = 100
        /// A separator that has been scrolled so far beyond the edge is about to be cut.
        static let daySlack = 20.0
        /// How long another first message has to stay in view before its time is told.
        static let momentMilliseconds = 50
        /// A turn whose words have not been kept by then was dropped.
        static let settlingMilliseconds = 3000
        static let toastMilliseconds = 6000
        /// The reply that tells of a timer has been said by then.
        static let longestReplySeconds = 60
        /// A message after a longer silence begins a group with a time of its own.
        static let groupGapMinutes = 5

        static let valueWidth = 92
        static let dropDownWidth = 160
        static let dropDownMaximumWidth = 320
        /// Drop-downs and fields of the settings.
        static let controlWidth = 260
        /// Part of a row that its words need to have their control beside them.
        static let wordsShare = 0.45
        /// The same of a row whose words are a sentence that changes.
        static let statusShare = 0.6
        /// A slider that has rested so long counts as let go.
        static let sliderRestMilliseconds = 300
        /// Typing that has rested so long is taken as meant.
        static let typingRestMilliseconds = 800
        /// How often the settings look how the servers have been doing.
        static let serverNewsMilliseconds = 2000

        /// Settings have the list of their pages beside the page in windows of this width, while the page keeps the other.
        static let settingsWide = 800
        static let leastPage = 480
        /// The list of pages, with text at its own size.
        static let listWidth = 270
        static let listSpacing = 2
        /// The picture of the last turns.
        static let timingsHeight = 96
        /// How long a row that was searched for is lit.
        static let foundMilliseconds = 1600
        /// A page that has been made is laid out by then.
        static let layoutMilliseconds = 60

        static let composerMargin = (horizontal: 16, vertical: 12)
        /// Characters of a message that is typed: a page.
        static let longestRequest = 4000
        /// How many messages the keyboard pane looks through for what was typed before.
        static let typedRequests = 400

        static let commandIcon = 40
        static let commandColumnWidth = 340
        static let commandColumns = 2
        static let cardSpacing = 16

        static let sectionSpacing = 32
        static let headingSpacing = 12
        static let rowSpacing = 8
        /// How often a list without a running timer looks whether it is another day.
        static let calendarMilliseconds = 60_000
    }
}
