// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of pulse/pulseaudio.h, and of the eventfd that wakes the delivery thread (Glibc's module lacks it).
#pragma once
#include <pulse/pulseaudio.h>
#include <sys/eventfd.h>
