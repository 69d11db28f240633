// SPDX-License-Identifier: GPL-3.0-or-later
// Tests on real sound servers run one after another: they compare threads, files and times of this one process.

import Testing

@Suite(.serialized)
enum AudioTests {}
