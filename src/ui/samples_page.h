#pragma once

namespace sepax {

struct ActionContext;

/// The page of SamplesPage, while it is open.
void drawSamplesPage(ActionContext& context);

}  // namespace sepax
