#pragma once

#include "draw/palette.h"
#include "media/text_structure.h"
#include "ui/bundle/byte_views.h"

#include <memory>

namespace sepax {

/// Fills what is left of the window with numbered lines; coloured and to be folded where the structure is known.
void drawText(ByteViews& views, const std::shared_ptr<const ByteSource>& bytes, const TextRows& text,
              const TextStructure& structure, Theme theme);

}  // namespace sepax
