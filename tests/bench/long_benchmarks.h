#pragma once

namespace sepax {

/// Adds the rows that say more than a first look needs.
void registerLongBoxBenchmarks();

}  // namespace sepax
