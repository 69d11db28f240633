// SPDX-License-Identifier: GPL-3.0-or-later
// Tests on real sound servers run one after another, since they compare this process's threads, files and times.

import Testing

@Suite(.serialized)
enum AudioTests {}
