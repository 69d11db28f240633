// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ONNX Runtime's C interface that JARVIS uses. The library is opened at run time, so that the program starts
// where it is absent. Its functions stand in a table in which later versions only add at the end, so their places are
// those of every version since 1.13. https://github.com/microsoft/onnxruntime, MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ort_env ort_env;
typedef struct ort_session ort_session;
typedef struct ort_value ort_value;

// One network, loaded.
typedef struct {
    void *library;
    const void *const *functions;
    ort_env *environment;
    ort_session *session;
} ort_network;

// What a network is loaded from: a file, or bytes where there is no path. These are not used once it is loaded.
typedef struct {
    const char *path;
    const void *bytes;
    size_t size;
} ort_model;

// Opens the library at `path`, until the network is unloaded, and loads the network: no memory pools of its own, and threads
// that do not spin. The library stays in memory for as long as a thread lives that has computed with it.
// Returns 0; else `detail` says what is wrong.
int ort_load(const char *path, const ort_model *model, int threads, ort_network *network, char *detail, size_t size);
void ort_unload(ort_network *network);

// How many inputs the network has.
size_t ort_input_count(const ort_network *network);
// Writes the name of an input, and its dimensions, −1 for those that may vary.
// Returns how many dimensions there are; −1: there is no such input, or it is not a tensor.
int ort_input(const ort_network *network, size_t index, char *name, size_t size, int64_t *dimensions, size_t most);

typedef enum { ort_float = 1, ort_int64 = 7, ort_bool = 9 } ort_type;

// A tensor over memory that must outlive it; NULL when there is no memory.
ort_value *ort_tensor(
    const ort_network *network, ort_type type, void *data, size_t bytes, const int64_t *dimensions, size_t count);
void ort_release(const ort_network *network, ort_value *value);
// The elements of a tensor of floats, and its dimensions; NULL when it is none.
const float *ort_floats(const ort_network *network, ort_value *value, int64_t *dimensions, size_t most, size_t *count);

// Computes the outputs, each to be released. Returns 0; else `detail` says what is wrong, and there are no outputs.
int ort_run(
    const ort_network *network, const char *const *input_names, const ort_value *const *inputs, size_t input_count,
    const char *const *output_names, size_t output_count, ort_value **outputs, char *detail, size_t size);

#ifdef __cplusplus
}
#endif
