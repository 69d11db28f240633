// SPDX-License-Identifier: GPL-3.0-or-later
// What the library and its runtime keep in memory while no model is loaded: nothing, where they can be unloaded; else the
// pages that they have changed.
#include "shim.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {
bool is_ours(const dl_phdr_info *object) {
    return std::strstr(object->dlpi_name, "/libonnxruntime.so") || std::strstr(object->dlpi_name, "/libsherpa-onnx");
}

int collect(dl_phdr_info *object, size_t, void *names) {
    if (is_ours(object)) static_cast<std::vector<std::string> *>(names)->push_back(object->dlpi_name);
    return 0;
}

// A library that was closed while a thread lived that has destructors in it stays until the linker looks again, which it
// does when the last handle of a library is closed.
void unload() {
    std::vector<std::string> names;
    dl_iterate_phdr(collect, &names);
    for (const auto &name : names) {
        if (void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD)) dlclose(library);
    }
}

int release(dl_phdr_info *object, size_t, void *released) {
    if (!is_ours(object)) return 0;
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
    unload();
    size_t released = 0;
    dl_iterate_phdr(release, &released);
    return released;
}
