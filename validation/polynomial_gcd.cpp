#include "validation/polynomial_gcd.hpp"

#include <cassert>
#include <vector>

namespace pleat::validation {
namespace {

// In z = t / (1-t), which goes from 0 to infinity as t goes from 0 to 1; the highest coefficient is not zero.
using Polynomial = std::vector<BigInteger>;

void drop_zeros(Polynomial& p) {
    while (!p.empty() && p.back() == 0) p.pop_back();
}

void divide_by_content(Polynomial& p) {
    BigInteger content = 0;
    for (const BigInteger& c : p) content = gcd(content, c);
    if (content == 0) return;
    for (BigInteger& c : p) c /= content;
}

Polynomial to_polynomial(const Form<BigInteger>& form) {
    Polynomial p(form.c.begin(), form.c.begin() + static_cast<std::ptrdiff_t>(form.degree) + 1);
    drop_zeros(p);
    return p;
}

Form<BigInteger> to_form(const Polynomial& p) {
    assert(!p.empty() && p.size() <= 5);
    Form<BigInteger> form{p.size() - 1, {}};
    std::copy(p.begin(), p.end(), form.c.begin());
    return form;
}

struct Division {
    Polynomial quotient, remainder;
};

// factor * a = quotient * b + remainder, with some integer factor.
Division divide(Polynomial a, const Polynomial& b) {
    Polynomial quotient(a.size() >= b.size() ? a.size() - b.size() + 1 : 0);
    while (a.size() >= b.size()) {
        const std::size_t shift = a.size() - b.size();
        const BigInteger lead = a.back();
        for (BigInteger& c : a) c *= b.back();
        for (BigInteger& c : quotient) c *= b.back();
        quotient[shift] += lead;
        for (std::size_t i = 0; i < b.size(); ++i) a[shift + i] -= lead * b[i];
        drop_zeros(a);
    }
    return {std::move(quotient), std::move(a)};
}

Polynomial common_divisor(Polynomial a, Polynomial b) {
    while (!b.empty()) {
        divide_by_content(b);
        Polynomial remainder = divide(std::move(a), b).remainder;
        a = std::move(b);
        b = std::move(remainder);
    }
    divide_by_content(a);
    return a;
}

}  // namespace

Form<BigInteger> common_divisor(const Form<BigInteger>& a, const Form<BigInteger>& b) {
    return to_form(common_divisor(to_polynomial(a), to_polynomial(b)));
}

Form<BigInteger> with_simple_roots(const Form<BigInteger>& a) {
    const Polynomial p = to_polynomial(a);
    Polynomial derivative;
    for (std::size_t i = 1; i < p.size(); ++i) derivative.push_back(p[i] * BigInteger(i));
    Polynomial simple = divide(p, common_divisor(p, derivative)).quotient;
    drop_zeros(simple);
    divide_by_content(simple);
    return to_form(simple);
}

}  // namespace pleat::validation
