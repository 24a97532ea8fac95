#pragma once

namespace sepax {

struct ActionContext;

/// The page of SamplesPage, while it is open.
void drawSamplesPage(ActionContext& context);

/// Cards of samples, by their places among all, in a grid `room` pixels wide of cards at least `card_em` font
/// heights wide; a click opens one. The samples are read.
void drawSampleCards(ActionContext& context, std::span<const std::size_t> shown, float room, float card_em);

}  // namespace sepax
