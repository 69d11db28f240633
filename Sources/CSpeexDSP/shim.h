// SPDX-License-Identifier: GPL-3.0-or-later
// speexdsp for Swift: its linear echo canceller and its preprocessor.

#ifndef JARVIS_CSPEEXDSP_SHIM_H
#define JARVIS_CSPEEXDSP_SHIM_H

#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>

#endif
