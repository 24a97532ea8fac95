#pragma once

namespace sepax {

/// Prints the broken promise and aborts; the target of SEPAX_ASSERT.
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line);

}  // namespace sepax

/// A caller's mistake (never outside input). Active in every build type but plain Release, where the condition is
/// compiled but never evaluated: a variable that only an assertion reads counts as used.
#if defined(SEPAX_NO_ASSERT)
#define SEPAX_ASSERT(condition) (true ? (void)0 : (void)(condition))
#else
#define SEPAX_ASSERT(condition) ((condition) ? (void)0 : ::sepax::assertionFailed(#condition, __FILE__, __LINE__))
#endif
