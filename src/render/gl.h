#pragma once

// The one include of the OpenGL loader. The renderer stays within what OpenGL 3.3 core and OpenGL ES 3.0 share, so that
// another platform replaces this line alone.
#include <glad/gl.h>
