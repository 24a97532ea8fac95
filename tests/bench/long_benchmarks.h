#pragma once

namespace sepax {

/// Add the rows that take minutes, or that say more than a first look needs.
void registerLongBenchmarks();
void registerLongBoxBenchmarks();

}  // namespace sepax
