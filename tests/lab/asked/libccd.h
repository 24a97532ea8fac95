#pragma once

#include "answer.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>

/// libccd measures no distances.
template <class Object>
Asked asked(const Object& a, const Object& b, ccd_support_fn support) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.max_iterations = 500;
  return Answer{ccdGJKIntersect(&a, &b, &ccd) != 0, std::nullopt};
}
