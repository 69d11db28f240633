// SPDX-License-Identifier: GPL-3.0-or-later
// How far the first setup has come, as a value: which page is open, what became of those before, and what a step does.

/// A page of the setup, in its order.
public enum OnboardingPage: String, Sendable, CaseIterable {
    case welcome, voice, microphone, access, you

    /// Its place among all pages, from 0.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The page before it; nil for the first.
    public var before: OnboardingPage? { index > 0 ? Self.allCases[index - 1] : nil }

    /// The page after it; nil for the last.
    public var after: OnboardingPage? {
        index + 1 < Self.allCases.count ? Self.allCases[index + 1] : nil
    }
}

/// What became of a page.
public enum OnboardingOutcome: String, Sendable, CaseIterable {
    case done, skipped
}

/// What the user does with the setup.
public enum OnboardingStep: Hashable, Sendable {
    /// This page is done.
    case next
    /// This page is left as it is.
    case skip
    case back
    /// Everything that is left is left as it is: the setup is over.
    case skipAll
    /// From the first page again.
    case restart
}

/// How far the setup has come.
public struct OnboardingProgress: Hashable, Sendable {
    /// The page that is open.
    public private(set) var page: OnboardingPage
    /// What became of the pages that have been left.
    public private(set) var outcomes: [OnboardingPage: OnboardingOutcome]
    /// True once it is over: it is not shown by itself again.
    public private(set) var isFinished: Bool

    public init(
        page: OnboardingPage = .welcome, outcomes: [OnboardingPage: OnboardingOutcome] = [:], isFinished: Bool = false
    ) {
        self.page = page
        self.outcomes = outcomes
        self.isFinished = isFinished
    }

    /// Takes a step. Once the setup is over, only `restart` does something.
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
