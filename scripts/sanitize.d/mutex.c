// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the thread sanitizer how a contended Synchronization.Mutex is taken and given back. That happens in
// libswiftSynchronization, which is not built for the sanitizer, so that without this each lock that was waited for is
// reported as a race. scripts/sanitize links this file into the tests: its functions take the place of the library's, call
// them, and tell the sanitizer. Names and calling convention are those of Swift's stable ABI on Linux.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Of the sanitizer's runtime (sanitizer/tsan_interface.h).
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define NAME(function) "$s15Synchronization12_MutexHandleV" function

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(NAME("9_lockSlowyys6UInt32VF"));
SWIFT bool try_lock_slow(SELF) __asm__(NAME("12_tryLockSlowSbyF"));
SWIFT void unlock_slow(SELF) __asm__(NAME("11_unlockSlowyyF"));

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*real)(uint32_t, SELF) = dlsym(RTLD_NEXT, NAME("9_lockSlowyys6UInt32VF"));
    real(thread, self);
    __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
    SWIFT bool (*real)(SELF) = dlsym(RTLD_NEXT, NAME("12_tryLockSlowSbyF"));
    bool is_locked = real(self);
    if (is_locked) __tsan_acquire(self);
    return is_locked;
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*real)(SELF) = dlsym(RTLD_NEXT, NAME("11_unlockSlowyyF"));
    __tsan_release(self);
    real(self);
}
