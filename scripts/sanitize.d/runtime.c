// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the thread sanitizer two orderings that Swift's own libraries establish. They aren't built for the sanitizer, so
// without this file it reports races that don't exist:
//
//   - a Synchronization.Mutex that another thread waits for;
//   - a continuation resumed by another thread before its task has suspended. The runtime tells the sanitizer of tasks
//     that it enqueues, but such a task just goes on.
//
// scripts/sanitize links this file into the tests: its functions replace the libraries', call them, and tell the sanitizer.
// Names and calling convention are those of Swift's stable ABI on Linux. check.swift shows that the two are understood
// and that races are still found.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// From the sanitizer's runtime (sanitizer/tsan_interface.h).
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// MARK: Mutexes

#define HANDLE(function) "$s15Synchronization12_MutexHandleV" function

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(HANDLE("9_lockSlowyys6UInt32VF"));
SWIFT bool try_lock_slow(SELF) __asm__(HANDLE("12_tryLockSlowSbyF"));
SWIFT void unlock_slow(SELF) __asm__(HANDLE("11_unlockSlowyyF"));

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*real)(uint32_t, SELF) = dlsym(RTLD_NEXT, HANDLE("9_lockSlowyys6UInt32VF"));
    real(thread, self);
    __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
    SWIFT bool (*real)(SELF) = dlsym(RTLD_NEXT, HANDLE("12_tryLockSlowSbyF"));
    bool is_locked = real(self);
    if (is_locked) __tsan_acquire(self);
    return is_locked;
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*real)(SELF) = dlsym(RTLD_NEXT, HANDLE("11_unlockSlowyyF"));
    __tsan_release(self);
    real(self);
}

// MARK: Continuations

#define CONTINUATION(function) "$sScC6resume" function

SWIFT void resume_returning(void *value, void *type, SELF) __asm__(CONTINUATION("9returningyxn_tF"));
SWIFT void resume_throwing(void *error, void *type, SELF) __asm__(CONTINUATION("8throwingyq_n_tF"));
SWIFT void *swift_task_getCurrent(void);
SWIFT void swift_task_dealloc(void *context);

/// Whatever the resuming thread has done so far comes before whatever the task does next. A CheckedContinuation is a
/// reference to an object, which has the task behind its header until it is resumed.
static void release_task(void *continuation) {
    void **object = *(void ***)continuation;
    if (object != NULL && object[2] != NULL) __tsan_release(object[2]);
}

SWIFT void resume_returning(void *value, void *type, SELF) {
    SWIFT void (*real)(void *, void *, SELF) = dlsym(RTLD_NEXT, CONTINUATION("9returningyxn_tF"));
    release_task(self);
    real(value, type, self);
}

SWIFT void resume_throwing(void *error, void *type, SELF) {
    SWIFT void (*real)(void *, void *, SELF) = dlsym(RTLD_NEXT, CONTINUATION("8throwingyq_n_tF"));
    release_task(self);
    real(error, type, self);
}

/// Called first by a task that comes back from an asynchronous call, such as one that waited for a continuation.
SWIFT void swift_task_dealloc(void *context) {
    static SWIFT void (*_Atomic real)(void *);
    if (real == NULL) real = dlsym(RTLD_NEXT, "swift_task_dealloc");
    real(context);
    void *task = swift_task_getCurrent();
    if (task != NULL) __tsan_acquire(task);
}
