// Polynomials on [0, 1] with integer coefficients, exactly: c0 (1-t)^n + c1 t (1-t)^(n-1) + ... + cn t^n. But for
// factors above zero these are Bernstein coefficients, so their signs tell of the signs of the polynomial.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace pleat::validation {

/// Of degree four at most. Integer is one that does not overflow: a halving adds up to `degree` bits.
template <class Integer>
struct Form {
    std::size_t degree = 0;
    std::array<Integer, 5> c{};

    bool is_zero() const {
        return std::all_of(c.begin(), c.begin() + degree + 1, [](const Integer& a) { return a == 0; });
    }
};

template <class Integer>
int sign_of(const Integer& a) {
    return a > 0 ? 1 : a < 0 ? -1 : 0;
}

template <class Integer>
Form<Integer> operator*(const Form<Integer>& a, const Form<Integer>& b) {
    Form<Integer> product{a.degree + b.degree, {}};
    for (std::size_t i = 0; i <= a.degree; ++i) {
        for (std::size_t j = 0; j <= b.degree; ++j) product.c[i + j] += a.c[i] * b.c[j];
    }
    return product;
}

/// Of forms of one degree.
template <class Integer>
Form<Integer> operator+(Form<Integer> a, const Form<Integer>& b) {
    for (std::size_t i = 0; i <= a.degree; ++i) a.c[i] += b.c[i];
    return a;
}

template <class Integer>
Form<Integer> operator-(Form<Integer> a, const Form<Integer>& b) {
    for (std::size_t i = 0; i <= a.degree; ++i) a.c[i] -= b.c[i];
    return a;
}

template <class Integer>
Form<Integer> reversed(Form<Integer> a) {
    std::reverse(a.c.begin(), a.c.begin() + static_cast<std::ptrdiff_t>(a.degree) + 1);
    return a;
}

/// The same polynomial, but for a factor above zero, on the first half of the interval: t = s / 2 makes 2 t = s and
/// 2 (1-t) = 2 (1-s) + s.
template <class Integer>
Form<Integer> first_half(Form<Integer> a) {
    const std::size_t n = a.degree;
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 1; i <= n - k; ++i) a.c[i] += a.c[i - 1];
    }
    for (std::size_t i = 0; i < n; ++i) a.c[i] *= Integer(1 << (n - i));
    return a;
}

template <class Integer>
Form<Integer> second_half(const Form<Integer>& a) {
    return reversed(first_half(reversed(a)));
}

/// Sign just after the beginning of the interval; 0 if the polynomial is zero.
template <class Integer>
int first_sign(const Form<Integer>& a) {
    for (std::size_t i = 0; i <= a.degree; ++i) {
        if (a.c[i] != 0) return sign_of(a.c[i]);
    }
    return 0;
}

/// Descartes: the number of roots inside the interval is this or less by an even number.
template <class Integer>
int sign_changes(const Form<Integer>& a) {
    int changes = 0, last = 0;
    for (std::size_t i = 0; i <= a.degree; ++i) {
        const int sign = sign_of(a.c[i]);
        if (sign == 0) continue;
        if (last != 0 && sign != last) ++changes;
        last = sign;
    }
    return changes;
}

}  // namespace pleat::validation
