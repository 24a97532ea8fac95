#pragma once

namespace sepax {

/// Adds the rows that take minutes.
void registerLongBenchmarks();

}  // namespace sepax
