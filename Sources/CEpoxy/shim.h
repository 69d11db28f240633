// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of epoxy, with thin inline wrappers: its GL names are macros over function pointers, which Swift cannot
// see. Everything here except cepoxy_open_surfaceless needs a current context (epoxy aborts without one).
#pragma once
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stddef.h>

// What the context is.
static inline const char *cepoxy_version(void) { return (const char *)glGetString(GL_VERSION); }
static inline const char *cepoxy_renderer(void) { return (const char *)glGetString(GL_RENDERER); }
static inline int cepoxy_is_embedded(void) { return !epoxy_is_desktop_gl(); }
static inline int cepoxy_version_number(void) { return epoxy_gl_version(); }

// Compiles a shader from `count` parts; 0 and a log on failure.
static inline unsigned cepoxy_compile(int is_fragment, const char *const *parts, int count, char *log, int log_size) {
    GLuint shader = glCreateShader(is_fragment ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
    glShaderSource(shader, count, parts, NULL);
    glCompileShader(shader);
    GLint ok = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok) return shader;
    glGetShaderInfoLog(shader, log_size, NULL, log);
    glDeleteShader(shader);
    return 0;
}

// Links two shaders; 0 and a log on failure. The caller still owns the shaders.
static inline unsigned cepoxy_link(unsigned vertex, unsigned fragment, char *log, int log_size) {
    GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint ok = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok) {
        GLuint block = glGetUniformBlockIndex(program, "View");
        if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, 0);
        return program;
    }
    glGetProgramInfoLog(program, log_size, NULL, log);
    glDeleteProgram(program);
    return 0;
}
static inline void cepoxy_delete_shader(unsigned shader) { glDeleteShader(shader); }
static inline void cepoxy_delete_program(unsigned program) { glDeleteProgram(program); }

// Buffers and vertex arrays.
static inline unsigned cepoxy_make_buffer(void) { GLuint name = 0; glGenBuffers(1, &name); return name; }
static inline void cepoxy_delete_buffer(unsigned name) { glDeleteBuffers(1, &name); }
static inline void cepoxy_fill_instances(unsigned buffer, const void *data, size_t size, int is_stream) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, data, is_stream ? GL_STREAM_DRAW : GL_STATIC_DRAW);
}
static inline void cepoxy_fill_block(unsigned buffer, const void *data, size_t size) {
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)size, data, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
}
// A vertex array whose first attributes are the four-float columns of one instance, from this instance on.
static inline unsigned cepoxy_make_instance_array(unsigned buffer, int columns, size_t first) {
    GLuint name = 0;
    GLsizei stride = 16 * columns;
    glGenVertexArrays(1, &name);
    glBindVertexArray(name);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    for (int i = 0; i < columns; i++) {
        size_t offset = first * (size_t)stride + (size_t)i * 16;
        glEnableVertexAttribArray((GLuint)i);
        glVertexAttribPointer((GLuint)i, 4, GL_FLOAT, GL_FALSE, stride, (const void *)offset);
        glVertexAttribDivisor((GLuint)i, 1);
    }
    glBindVertexArray(0);
    return name;
}
static inline void cepoxy_delete_array(unsigned name) { glDeleteVertexArrays(1, &name); }

// One frame: light added to black, or taken away from a light ground, or the same over a picture of the same size.
static inline void cepoxy_begin(int width, int height, int takes_light) {
    glViewport(0, 0, width, height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendEquationSeparate(takes_light ? GL_FUNC_REVERSE_SUBTRACT : GL_FUNC_ADD, GL_FUNC_ADD);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
}
static inline void cepoxy_clear(float red, float green, float blue) {
    glClearColor(red, green, blue, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}
static inline void cepoxy_copy(unsigned from, int width, int height) {
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)target);
}
static inline void cepoxy_draw(unsigned program, unsigned array, int vertices, int instances) {
    glUseProgram(program);
    glBindVertexArray(array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, instances);
}
static inline void cepoxy_end(void) {
    glBindVertexArray(0);
    glUseProgram(0);
    glDisable(GL_BLEND);
}
// 0, or what has gone wrong since the last call: a reset of the graphics processor (where the context can tell) or an
// error of OpenGL.
static inline unsigned cepoxy_trouble(void) {
    int can_tell = epoxy_is_desktop_gl() ? epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness")
                                         : epoxy_gl_version() >= 32;
    GLenum reset = can_tell ? glGetGraphicsResetStatus() : GL_NO_ERROR;
    return reset != GL_NO_ERROR ? reset : glGetError();
}

// A frame buffer of our own, for pictures.
static inline unsigned cepoxy_canvas(void) {
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    return (unsigned)bound;
}
static inline void cepoxy_use_canvas(unsigned buffer) { glBindFramebuffer(GL_FRAMEBUFFER, buffer); }
// Makes one and binds it. The order of the channels is the one that windows have: a software rasteriser then copies it as
// it is.
static inline int cepoxy_make_canvas(int width, int height, unsigned *buffer, unsigned *texture) {
    glGenFramebuffers(1, buffer);
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, epoxy_is_desktop_gl() ? GL_BGRA : GL_RGBA,
                 GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, *buffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *texture, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}
static inline void cepoxy_delete_canvas(unsigned buffer, unsigned texture) {
    glDeleteFramebuffers(1, &buffer);
    glDeleteTextures(1, &texture);
}
// Reads the bound frame buffer as RGBA, bottom row first.
static inline void cepoxy_read(int width, int height, void *pixels) {
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}
// The same as blue, green, red, alpha, of an own canvas; OpenGL ES has no such order.
static inline void cepoxy_read_reversed(int width, int height, void *pixels) {
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
}

// A context without display or surface.
typedef struct {
    void *display;
    void *context;
} cepoxy_surfaceless;

// Makes a core 3.3 or ES 3.0 context and makes it current on this thread; what failed, or NULL.
static inline const char *cepoxy_open_surfaceless(int is_embedded, cepoxy_surfaceless *out) {
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) return "EGL_MESA_platform_surfaceless";
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) return "eglInitialize";
    if (!eglBindAPI(is_embedded ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) return "eglBindAPI";
    const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, is_embedded ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE,
    };
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return "eglChooseConfig";
    const EGLint core[] = {
        EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE,
    };
    const EGLint embedded[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, is_embedded ? embedded : core);
    if (context == EGL_NO_CONTEXT) return "eglCreateContext";
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        eglDestroyContext(display, context);
        return "eglMakeCurrent";
    }
    out->display = display;
    out->context = context;
    return NULL;
}
static inline int cepoxy_make_current(cepoxy_surfaceless s) {
    return eglMakeCurrent((EGLDisplay)s.display, EGL_NO_SURFACE, EGL_NO_SURFACE, (EGLContext)s.context);
}
// The display stays open: other contexts of the process may use it.
static inline void cepoxy_close_surfaceless(cepoxy_surfaceless s) {
    eglMakeCurrent((EGLDisplay)s.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext((EGLDisplay)s.display, (EGLContext)s.context);
    eglReleaseThread();
}
