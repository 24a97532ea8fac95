#pragma once

#include "ui/kit/offscreen.h"

#include <string>

namespace sepax {

struct ActionContext;

/// All samples and the corpus with picture, title and first line, to search and to open.
struct SamplesPage {
  bool open = false;
  std::string filter;
  PictureView pictures;  ///< of all cards
};

void drawSamplesPage(ActionContext& context);

}  // namespace sepax
