// SPDX-License-Identifier: GPL-3.0-or-later
// Sound on a machine with time to spare: on a busy one the sound server itself leaves gaps.

/// The suites that `scripts/test` runs by themselves, and only with `--all`.
enum RealTime {}
