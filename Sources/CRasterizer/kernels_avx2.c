// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops for processors with AVX2; called only after asking the processor.
#include "internal.h"
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang fp contract(off)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define LANES 8
#define HALVES __m256i
#define UPPER_HALVES(part, weight) _mm256_mulhi_epu16(part, _mm256_set1_epi16((short)(weight)))
#define KERNEL(name) avx2_##name
#include "kernels.h"

#pragma clang attribute pop

const struct kernels crasterizer_kernels_avx2 = {
    avx2_shape_spans, avx2_radial_row, avx2_sprite_profile, avx2_sprite,
};
#endif
