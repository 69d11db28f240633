// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops for any processor: SSE2 on x86-64, NEON on ARM64, scalar code elsewhere.
#include "internal.h"
#include <string.h>
#pragma clang fp contract(off)

#define LANES 4
#define KERNEL(name) baseline_##name
#include "kernels.h"

const struct kernels crasterizer_kernels_baseline = {
    baseline_shape_row, baseline_radial_row, baseline_sprite_profile, baseline_sprite,
};
