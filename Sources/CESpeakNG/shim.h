// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of espeak-ng/speak_lib.h, with thin inline wrappers where Swift cannot call the library directly.
#pragma once
#include <espeak-ng/speak_lib.h>
