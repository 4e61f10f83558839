#include "validation/exact_contact.hpp"

#include <cassert>
#include <optional>
#include <vector>

#include "validation/polynomial_gcd.hpp"

namespace pleat::validation {
namespace {

__extension__ using SmallInteger = __int128;
using SmallForm = Form<SmallInteger>;
using FormVector = std::array<SmallForm, 3>;

// With coordinates up to IntegerMotion::kLargest forms begin with 52 bits; so many halvings fit into a SmallInteger.
constexpr int kSmallDepth = 16;
// More than any pair of polynomials of these sizes should need: a guard against mistakes.
constexpr int kDepth = 2000;

FormVector cross(const FormVector& a, const FormVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

SmallForm dot(const FormVector& a, const FormVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

template <class Integer>
struct TriangleForms {
    Form<Integer> plane;                 // zero when the origin is in the triangle's plane
    std::array<Form<Integer>, 3> turns;  // products of two of the cross products
    std::array<Form<Integer>, 3> areas;  // squares of the cross products
    std::array<Form<Integer>, 6> sides;  // products of two corners
};

TriangleForms<SmallInteger> make_forms(const std::array<FormVector, 3>& w) {
    const std::array<FormVector, 3> n = {cross(w[0], w[1]), cross(w[1], w[2]), cross(w[2], w[0])};
    return {dot(n[0], w[2]),
            {dot(n[0], n[1]), dot(n[1], n[2]), dot(n[2], n[0])},
            {dot(n[0], n[0]), dot(n[1], n[1]), dot(n[2], n[2])},
            {dot(w[0], w[0]), dot(w[1], w[1]), dot(w[2], w[2]), dot(w[0], w[1]), dot(w[1], w[2]), dot(w[2], w[0])}};
}

Form<BigInteger> enlarged(const SmallForm& small) {
    Form<BigInteger> big{small.degree, {}};
    for (std::size_t i = 0; i <= small.degree; ++i) big.c[i] = BigInteger(small.c[i]);
    return big;
}

TriangleForms<BigInteger> enlarged(const TriangleForms<SmallInteger>& small) {
    TriangleForms<BigInteger> big;
    const auto copy = [](const auto& from, auto& to) {
        for (std::size_t i = 0; i < from.size(); ++i) to[i] = enlarged(from[i]);
    };
    big.plane = enlarged(small.plane);
    copy(small.turns, big.turns);
    copy(small.areas, big.areas);
    copy(small.sides, big.sides);
    return big;
}

// A root of a form: the only one, and a simple one, inside an interval, or the interval's middle.
template <class Integer>
struct Root {
    std::vector<bool> path;  // halves to choose, from [0, 1], to come to the interval; true is the second
    bool is_middle = false;
    Form<Integer> form;  // on the interval
};

template <class Integer>
Form<Integer> half(const Form<Integer>& form, bool is_second) {
    return is_second ? second_half(form) : first_half(form);
}

// Signs of forms at roots. For SmallInteger what cannot be told within kSmallDepth halvings is nothing.
template <class Integer>
class SignFinder {
public:
    static constexpr bool kIsSmall = std::is_same_v<Integer, SmallInteger>;

    // All roots of the form, not zero, inside (0, 1).
    std::optional<std::vector<Root<Integer>>> roots(const Form<Integer>& form) const {
        std::vector<Root<Integer>> found;
        std::vector<bool> path;
        if constexpr (kIsSmall) {
            if (!isolate(form, path, found)) return std::nullopt;
        } else {
            if (!isolate(with_simple_roots(form), path, found)) return std::nullopt;
        }
        return found;
    }

    std::optional<int> sign(Form<Integer> form, const Root<Integer>& root) const {
        for (const bool is_second : root.path) form = half(form, is_second);
        if (root.is_middle) return sign_of(second_half(form).c[0]);
        Form<Integer> rooted = root.form;
        if constexpr (!kIsSmall) {
            if (!form.is_zero() && sign_changes(common_divisor(rooted, form)) % 2 == 1) return 0;
        }
        for (std::size_t depth = root.path.size(); depth < limit(); ++depth) {
            if (sign_changes(form) == 0) return first_sign(form);
            const int middle = sign_of(second_half(rooted).c[0]);
            if (middle == 0) return sign_of(second_half(form).c[0]);
            const bool is_second = middle == first_sign(rooted);
            rooted = half(rooted, is_second);
            form = half(form, is_second);
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t limit() { return kIsSmall ? kSmallDepth : kDepth; }

    bool isolate(const Form<Integer>& form, std::vector<bool>& path, std::vector<Root<Integer>>& found) const {
        const int changes = sign_changes(form);
        if (changes == 1) found.push_back({path, false, form});
        if (changes <= 1) return true;
        if (path.size() >= limit()) return false;
        const Form<Integer> second = second_half(form);
        if (second.c[0] == 0) found.push_back({path, true, form});
        bool is_done = true;
        for (const bool is_second : {false, true}) {
            path.push_back(is_second);
            is_done = isolate(is_second ? second : first_half(form), path, found) && is_done;
            path.pop_back();
        }
        return is_done;
    }
};

// The rule at the top of the header, given the sign of a form where its plane is zero. Nothing if a sign is not known.
template <class Integer, class SignOf>
std::optional<bool> is_inside(const TriangleForms<Integer>& forms, SignOf&& sign) {
    for (const auto& turn : forms.turns) {
        const std::optional<int> s = sign(turn);
        if (!s) return std::nullopt;
        if (*s < 0) return false;
    }
    for (const auto& area : forms.areas) {
        const std::optional<int> s = sign(area);
        if (!s) return std::nullopt;
        if (*s > 0) return true;
    }
    for (const auto& side : forms.sides) {
        const std::optional<int> s = sign(side);
        if (!s) return std::nullopt;
        if (*s <= 0) return true;
    }
    return false;
}

// Whether the origin is in the triangle at a root of `form` inside (0, 1).
template <class Integer>
std::optional<bool> touches_at_a_root(const TriangleForms<Integer>& forms, const Form<Integer>& form) {
    const SignFinder<Integer> finder;
    const auto roots = finder.roots(form);
    if (!roots) return std::nullopt;
    for (const Root<Integer>& root : *roots) {
        const auto inside = is_inside(forms, [&](const Form<Integer>& f) { return finder.sign(f, root); });
        if (!inside || *inside) return inside;
    }
    return false;
}

template <class Integer>
std::optional<bool> touches_inside(const TriangleForms<Integer>& forms) {
    if (!forms.plane.is_zero()) return touches_at_a_root(forms, forms.plane);
    const auto try_all = [&](const auto& list) -> std::optional<bool> {
        for (const auto& form : list) {
            if (form.is_zero()) continue;
            const auto touch = touches_at_a_root(forms, form);
            if (!touch || *touch) return touch;
        }
        return false;
    };
    auto touch = try_all(forms.turns);
    if (touch == false) touch = try_all(forms.areas);
    if (touch == false) touch = try_all(forms.sides);
    return touch;
}

bool touches_at_an_end(const TriangleForms<SmallInteger>& forms, bool is_end) {
    const auto sign = [&](const SmallForm& f) { return std::optional<int>(sign_of(f.c[is_end ? f.degree : 0])); };
    return sign(forms.plane) == 0 && is_inside(forms, sign) == true;
}

// Whether the origin is ever in the triangle.
bool touches(const std::array<FormVector, 3>& corners) {
    const TriangleForms<SmallInteger> forms = make_forms(corners);
    if (touches_at_an_end(forms, false) || touches_at_an_end(forms, true)) return true;
    if (!forms.plane.is_zero() && sign_changes(forms.plane) == 0) return false;
    if (const auto touch = touches_inside(forms)) return *touch;
    const auto touch = touches_inside(enlarged(forms));
    assert(touch);
    return *touch;
}

}  // namespace

PairMotion IntegerMotion::to_real() const {
    PairMotion motion;
    for (std::size_t i = 0; i < 4; ++i) {
        motion.start[i] = Vec3(start[i][0], start[i][1], start[i][2]);
        motion.end[i] = Vec3(end[i][0], end[i][1], end[i][2]);
    }
    return motion;
}

bool touches(PairKind kind, const IntegerMotion& m) {
    const auto difference = [&](std::size_t i, std::size_t j) {
        FormVector w;
        for (std::size_t d = 0; d < 3; ++d) w[d] = {1, {m.start[i][d] - m.start[j][d], m.end[i][d] - m.end[j][d]}};
        return w;
    };
    if (kind == PairKind::vertex_face) return touches({difference(1, 0), difference(2, 0), difference(3, 0)});
    const FormVector diagonal = difference(0, 2), other = difference(1, 3);
    return touches({diagonal, difference(1, 2), other}) || touches({diagonal, other, difference(0, 3)});
}

}  // namespace pleat::validation
