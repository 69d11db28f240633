// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of the first setup as a value: the open page, the outcomes of earlier pages, and the effect of each
// step.

/// A page of the setup; the cases are in order.
public enum OnboardingPage: String, Sendable, CaseIterable {
    case welcome, voice, microphone, access, you

    /// The page's position, from 0.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The page before this one; nil for the first.
    public var before: OnboardingPage? { index > 0 ? Self.allCases[index - 1] : nil }

    /// The page after this one; nil for the last.
    public var after: OnboardingPage? {
        index + 1 < Self.allCases.count ? Self.allCases[index + 1] : nil
    }
}

/// How the user left a page.
public enum OnboardingOutcome: String, Sendable, CaseIterable {
    case done, skipped
}

/// A step that the user takes in the setup.
public enum OnboardingStep: Hashable, Sendable {
    /// Completes this page and goes on.
    case next
    /// Skips this page and goes on.
    case skip
    case back
    /// Skips all remaining pages and finishes the setup.
    case skipAll
    /// Starts again at the first page.
    case restart
}

/// The progress of the setup.
public struct OnboardingProgress: Hashable, Sendable {
    /// The open page.
    public private(set) var page: OnboardingPage
    /// The outcomes of the pages that the user has left.
    public private(set) var outcomes: [OnboardingPage: OnboardingOutcome]
    /// True once the setup is finished; it then no longer appears by itself.
    public private(set) var isFinished: Bool

    public init(
        page: OnboardingPage = .welcome, outcomes: [OnboardingPage: OnboardingOutcome] = [:], isFinished: Bool = false
    ) {
        self.page = page
        self.outcomes = outcomes
        self.isFinished = isFinished
    }

    /// Applies a step. Once the setup is finished, only `restart` has an effect.
    public mutating func take(_ step: OnboardingStep) {
        if step == .restart { return self = OnboardingProgress() }
        guard !isFinished else { return }
        switch step {
        case .next: leave(.done)
        case .skip: leave(.skipped)
        case .back: page = page.before ?? page
        case .skipAll:
            for page in OnboardingPage.allCases where outcomes[page] == nil { outcomes[page] = .skipped }
            isFinished = true
        case .restart: break
        }
    }

    private mutating func leave(_ outcome: OnboardingOutcome) {
        outcomes[page] = outcome
        if let after = page.after { page = after } else { isFinished = true }
    }
}
