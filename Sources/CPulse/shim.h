// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to pulse/pulseaudio.h, with thin inline wrappers where Swift cannot call the library directly.
#pragma once
#include <pulse/pulseaudio.h>
