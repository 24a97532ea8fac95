#pragma once

// Case files, read and written.

#include "scene/case_reader.h"
#include "scene/case_writer.h"
