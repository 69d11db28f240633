// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of ONNX Runtime by their places in its table of functions.
#include "shim.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct ort_status ort_status;
typedef struct ort_options ort_options;
typedef struct ort_memory ort_memory;
typedef struct ort_type_info ort_type_info;
typedef struct ort_shape ort_shape;

// The version of the table that is asked for: what is used has been in it since then.
static const uint32_t table_version = 13;

enum {
    get_error_message = 2,
    create_env = 3,
    create_session = 7,
    create_session_from_array = 8,
    run = 9,
    create_session_options = 10,
    disable_mem_pattern = 17,
    disable_cpu_mem_arena = 19,
    set_intra_op_num_threads = 24,
    session_get_input_count = 30,
    session_get_input_type_info = 33,
    session_get_input_name = 36,
    create_tensor_with_data = 49,
    get_tensor_mutable_data = 51,
    cast_type_info_to_tensor_info = 55,
    get_tensor_element_type = 60,
    get_dimensions_count = 61,
    get_dimensions = 62,
    get_tensor_type_and_shape = 65,
    create_cpu_memory_info = 69,
    allocator_free = 76,
    get_default_allocator = 78,
    release_env = 92,
    release_status = 93,
    release_memory_info = 94,
    release_session = 95,
    release_value = 96,
    release_type_info = 98,
    release_shape = 99,
    release_session_options = 100,
    add_session_config_entry = 130,
};

// The function at a place of the table, as one that reports by a status.
#define CALL(functions, place, types) ((ort_status * (*) types)(functions)[place])
#define RELEASE(functions, place, object) (((void (*)(void *))(functions)[place])(object))

// Takes the status; true when there was nothing wrong.
static bool is_fine(const void *const *functions, ort_status *status, char *detail, size_t size) {
    if (!status) return true;
    if (detail) {
        const char *text = ((const char *(*)(const ort_status *))functions[get_error_message])(status);
        snprintf(detail, size, "%s", text);
    }
    RELEASE(functions, release_status, status);
    return false;
}

static const void *const *table(const char *path, void **library, char *detail, size_t size) {
    typedef struct {
        const void *(*get_table)(uint32_t version);
        const char *(*version)(void);
    } ort_base;
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*library) {
        snprintf(detail, size, "%s", dlerror());
        return NULL;
    }
    const ort_base *(*base)(void) = (const ort_base *(*)(void))dlsym(*library, "OrtGetApiBase");
    const void *const *functions = base ? base()->get_table(table_version) : NULL;
    if (!functions) snprintf(detail, size, "%s", base ? base()->version() : "it has no OrtGetApiBase");
    return functions;
}

static ort_status *session_of(
    const void *const *functions, const ort_model *model, const ort_options *options, ort_network *network) {
    if (model->path)
        return CALL(functions, create_session, (const ort_env *, const char *, const ort_options *, ort_session **))(
            network->environment, model->path, options, &network->session);
    return CALL(functions, create_session_from_array, (const ort_env *, const void *, size_t, const ort_options *,
                                                       ort_session **))(
        network->environment, model->bytes, model->size, options, &network->session);
}

int ort_load(const char *path, const ort_model *model, int threads, ort_network *network, char *detail, size_t size) {
    enum { fatal_only = 4 };  // What is wrong is told by the status.
    memset(network, 0, sizeof *network);
    const void *const *functions = table(path, &network->library, detail, size);
    if (!functions) {
        ort_unload(network);
        return 1;
    }
    network->functions = functions;
    ort_options *options = NULL;
    const bool is_loaded =
        is_fine(functions, CALL(functions, create_env, (int, const char *, ort_env **))(
                               fatal_only, "jarvis", &network->environment), detail, size) &&
        is_fine(functions, CALL(functions, create_session_options, (ort_options **))(&options), detail, size) &&
        is_fine(functions, CALL(functions, disable_mem_pattern, (ort_options *))(options), detail, size) &&
        is_fine(functions, CALL(functions, disable_cpu_mem_arena, (ort_options *))(options), detail, size) &&
        is_fine(functions, CALL(functions, set_intra_op_num_threads, (ort_options *, int))(options, threads), detail, size) &&
        // A thread that has nothing to do must not take time from those of another network.
        is_fine(functions, CALL(functions, add_session_config_entry, (ort_options *, const char *, const char *))(
                               options, "session.intra_op.allow_spinning", "0"), detail, size) &&
        is_fine(functions, session_of(functions, model, options, network), detail, size);
    if (options) RELEASE(functions, release_session_options, options);
    if (!is_loaded) ort_unload(network);
    return is_loaded ? 0 : 1;
}

void ort_unload(ort_network *network) {
    if (network->session) RELEASE(network->functions, release_session, network->session);
    if (network->environment) RELEASE(network->functions, release_env, network->environment);
    network->session = NULL;
    network->environment = NULL;
    if (network->library) dlclose(network->library);
    network->library = NULL;
}

size_t ort_input_count(const ort_network *network) {
    size_t count = 0;
    is_fine(
        network->functions,
        CALL(network->functions, session_get_input_count, (const ort_session *, size_t *))(network->session, &count), NULL,
        0);
    return count;
}

// Writes the dimensions of a shape; returns how many there are, or −1.
static int dimensions_of(const void *const *functions, const ort_shape *shape, int64_t *dimensions, size_t most) {
    size_t count = 0;
    if (!is_fine(functions, CALL(functions, get_dimensions_count, (const ort_shape *, size_t *))(shape, &count), NULL, 0) ||
        count > most ||
        !is_fine(functions, CALL(functions, get_dimensions, (const ort_shape *, int64_t *, size_t))(
                                shape, dimensions, count), NULL, 0))
        return -1;
    return (int)count;
}

int ort_input(const ort_network *network, size_t index, char *name, size_t size, int64_t *dimensions, size_t most) {
    const void *const *functions = network->functions;
    void *allocator = NULL;
    char *text = NULL;
    if (!is_fine(functions, CALL(functions, get_default_allocator, (void **))(&allocator), NULL, 0) ||
        !is_fine(functions, CALL(functions, session_get_input_name, (const ort_session *, size_t, void *, char **))(
                                network->session, index, allocator, &text), NULL, 0))
        return -1;
    snprintf(name, size, "%s", text);
    is_fine(functions, CALL(functions, allocator_free, (void *, void *))(allocator, text), NULL, 0);
    ort_type_info *type = NULL;
    const ort_shape *shape = NULL;
    int count = -1;
    if (is_fine(functions, CALL(functions, session_get_input_type_info, (const ort_session *, size_t, ort_type_info **))(
                               network->session, index, &type), NULL, 0) &&
        is_fine(functions, CALL(functions, cast_type_info_to_tensor_info, (const ort_type_info *, const ort_shape **))(
                               type, &shape), NULL, 0) &&
        shape)
        count = dimensions_of(functions, shape, dimensions, most);
    if (type) RELEASE(functions, release_type_info, type);
    return count;
}

ort_value *ort_tensor(
    const ort_network *network, ort_type type, void *data, size_t bytes, const int64_t *dimensions, size_t count) {
    enum { arena_allocator = 1, default_memory = 0 };
    const void *const *functions = network->functions;
    ort_memory *memory = NULL;
    ort_value *value = NULL;
    if (!is_fine(functions, CALL(functions, create_cpu_memory_info, (int, int, ort_memory **))(
                                arena_allocator, default_memory, &memory), NULL, 0))
        return NULL;
    is_fine(functions, CALL(functions, create_tensor_with_data, (const ort_memory *, void *, size_t, const int64_t *, size_t,
                                                                 int, ort_value **))(
                           memory, data, bytes, dimensions, count, type, &value), NULL, 0);
    RELEASE(functions, release_memory_info, memory);
    return value;
}

void ort_release(const ort_network *network, ort_value *value) { RELEASE(network->functions, release_value, value); }

const float *ort_floats(const ort_network *network, ort_value *value, int64_t *dimensions, size_t most, size_t *count) {
    const void *const *functions = network->functions;
    ort_shape *shape = NULL;
    void *data = NULL;
    int type = 0, found = -1;
    if (!is_fine(functions, CALL(functions, get_tensor_type_and_shape, (const ort_value *, ort_shape **))(value, &shape),
                 NULL, 0))
        return NULL;
    if (is_fine(functions, CALL(functions, get_tensor_element_type, (const ort_shape *, int *))(shape, &type), NULL, 0) &&
        type == ort_float)
        found = dimensions_of(functions, shape, dimensions, most);
    RELEASE(functions, release_shape, shape);
    if (found < 0 ||
        !is_fine(functions, CALL(functions, get_tensor_mutable_data, (ort_value *, void **))(value, &data), NULL, 0))
        return NULL;
    *count = (size_t)found;
    return data;
}

int ort_run(
    const ort_network *network, const char *const *input_names, const ort_value *const *inputs, size_t input_count,
    const char *const *output_names, size_t output_count, ort_value **outputs, char *detail, size_t size) {
    for (size_t index = 0; index < output_count; index++) outputs[index] = NULL;
    ort_status *status = CALL(
        network->functions, run,
        (ort_session *, const void *, const char *const *, const ort_value *const *, size_t, const char *const *, size_t,
         ort_value **))(
        network->session, NULL, input_names, inputs, input_count, output_names, output_count, outputs);
    if (is_fine(network->functions, status, detail, size)) return 0;
    for (size_t index = 0; index < output_count; index++) {
        if (outputs[index]) ort_release(network, outputs[index]);
        outputs[index] = NULL;
    }
    return 1;
}
