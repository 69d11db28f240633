// SPDX-License-Identifier: GPL-3.0-or-later
// The library stays open for the rest of the process's life, but what has been read of its code need not stay in memory.
#include "shim.h"

#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {
int release(dl_phdr_info *object, size_t, void *released) {
    if (!std::strstr(object->dlpi_name, "/libonnxruntime.so") && !std::strstr(object->dlpi_name, "/libsherpa-onnx")) return 0;
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const auto &segment = object->dlpi_phdr[index];
        // Segments that can be written hold what the linker and the library have changed: those pages are nowhere else.
        if (segment.p_type != PT_LOAD || segment.p_flags & PF_W) continue;
        const uintptr_t start = (object->dlpi_addr + segment.p_vaddr) & ~(page - 1);
        const uintptr_t end = object->dlpi_addr + segment.p_vaddr + segment.p_memsz;
        if (madvise(reinterpret_cast<void *>(start), end - start, MADV_DONTNEED) == 0) {
            *static_cast<size_t *>(released) += end - start;
        }
    }
    return 0;
}
} // namespace

size_t sherpa_release_pages(void) {
    size_t released = 0;
    dl_iterate_phdr(release, &released);
    return released;
}
