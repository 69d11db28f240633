// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops for processors with AVX2; called only after asking the processor.
#include "internal.h"
#include <string.h>
#if defined(__x86_64__)
#pragma clang fp contract(off)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define LANES 8
#define KERNEL(name) avx2_##name
#include "kernels.h"

#pragma clang attribute pop

const struct kernels crasterizer_kernels_avx2 = {
    avx2_shape_row, avx2_radial_row, avx2_sprite_profile, avx2_sprite,
};
#endif
