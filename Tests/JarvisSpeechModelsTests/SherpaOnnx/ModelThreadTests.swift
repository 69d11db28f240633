// SPDX-License-Identifier: GPL-3.0-or-later
// A model's thread, with a stand-in for the model.

import Glibc
import JarvisCore
import Synchronization
import Testing

@testable import JarvisSpeechModels

@Suite(.timeLimit(.minutes(3)))
struct ModelThreadTests {
    /// Records whether it is released on the thread that made it.
    private final class Model {
        let madeOn = pthread_self()
        private let released: Counts

        init(_ released: Counts) { self.released = released }

        deinit { released.note(pthread_equal(madeOn, pthread_self()) != 0) }
    }

    private final class Counts: Sendable {
        private let state = Mutex((here: 0, elsewhere: 0))
        var here: Int { state.withLock { $0.here } }
        var elsewhere: Int { state.withLock { $0.elsewhere } }
        func note(_ isHere: Bool) {
            state.withLock { if isHere { $0.here += 1 } else { $0.elsewhere += 1 } }
        }
    }

    @Test func aModelIsMadeUsedAndReleasedOnOneThread() {
        let counts = Counts()
        do {
            let thread = ModelThread { Model(counts) }
            for _ in 0..<100 {
                let (made, used) = thread.run { ($0.madeOn, pthread_self()) }
                #expect(pthread_equal(made, used) != 0 && pthread_equal(used, pthread_self()) == 0)
            }
            #expect(counts.here == 0)
        }
        #expect(counts.here == 1 && counts.elsewhere == 0)
    }

    @Test func theModelsFailuresAreRethrown() throws {
        #expect(throws: SpeechModelFailure.modelMissing(path: "/model")) {
            _ = try ModelThread { () throws(SpeechModelFailure) -> Int in throw .modelMissing(path: "/model") }
        }
        let thread = ModelThread { 3 }
        #expect(throws: SpeechModelFailure.modelUnusable(folder: "/model")) {
            try thread.run { (_: Int) throws(SpeechModelFailure) in throw .modelUnusable(folder: "/model") }
        }
        #expect(thread.run { $0 + 1 } == 4)
    }

    @Test func withoutAThreadTheCallerRunsTheModel() {
        let counts = Counts()
        do {
            let thread = ModelThread(JoinableThread { _, _ in EAGAIN }) { Model(counts) }
            #expect(thread.run { pthread_equal($0.madeOn, pthread_self()) } != 0)
        }
        #expect(counts.here == 1 && counts.elsewhere == 0)
    }

    /// Set while a thread holds thread-local storage.
    private final class Kept {
        static let key: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key) { place in
                guard let place else { return }
                Unmanaged<Kept>.fromOpaque(place).release()
            }
            return key
        }()
        private let released: Counts

        init(_ released: Counts) { self.released = released }

        deinit { released.note(true) }
    }

    @Test func threadLocalStorageIsFreedWithTheModel() {
        let counts = Counts()
        do {
            let thread = ModelThread { 0 }
            thread.run { _ in
                _ = pthread_setspecific(Kept.key, Unmanaged.passRetained(Kept(counts)).toOpaque())
            }
            #expect(counts.here == 0)
        }
        #expect(counts.here == 1)
    }
}
