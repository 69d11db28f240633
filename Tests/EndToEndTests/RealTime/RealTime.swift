// SPDX-License-Identifier: GPL-3.0-or-later
// What can only be measured on a machine with time to spare: when sound falls silent, and how fast fingers are followed.

/// The suites that `scripts/test` runs by themselves, and only with `--all`.
enum RealTime {}
