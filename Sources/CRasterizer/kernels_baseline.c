// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops for any processor: SSE2 on x86-64, NEON on ARM64, scalar code elsewhere.
#include "internal.h"
#include <string.h>
#pragma clang fp contract(off)

#define LANES 4
#if defined(__SSE2__)
#include <emmintrin.h>
#define HALVES __m128i
#define UPPER_HALVES(part, weight) _mm_mulhi_epu16(part, _mm_set1_epi16((short)(weight)))
#endif
#define KERNEL(name) baseline_##name
#include "kernels.h"

const struct kernels crasterizer_kernels_baseline = {
    baseline_shape_spans, baseline_radial_row, baseline_sprite_profile, baseline_sprite,
};
