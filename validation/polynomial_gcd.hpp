// Common roots of polynomials with integer coefficients of any size.
#pragma once
#include <boost/multiprecision/cpp_int.hpp>

#include "validation/form_math.hpp"

namespace pleat::validation {

using BigInteger = boost::multiprecision::cpp_int;

/// A form whose roots in (0, 1) are the common ones of a and b, not both zero, as often as both have them.
Form<BigInteger> common_divisor(const Form<BigInteger>& a, const Form<BigInteger>& b);

/// A form whose roots in (0, 1) are those of a, not zero, each once.
Form<BigInteger> with_simple_roots(const Form<BigInteger>& a);

}  // namespace pleat::validation
