// SPDX-License-Identifier: GPL-3.0-or-later
// libsoup for Swift: HTTP and HTTPS on a GLib main context.

#ifndef JARVIS_CSOUP_SHIM_H
#define JARVIS_CSOUP_SHIM_H

#include <libsoup/soup.h>

#endif
