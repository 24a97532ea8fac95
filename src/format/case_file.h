#pragma once

// Case files, read and written.

#include "format/case_reader.h"
#include "format/case_writer.h"
