#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <boost/multiprecision/cpp_int.hpp>

#include <pleat/audit/orientation.hpp>

namespace pleat {
namespace {

using Integer = boost::multiprecision::cpp_int;

int sign_of(Real value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// Below this products of coordinates can underflow, and bounds on rounding do not hold.
constexpr Real kSmallest = 1e-90;

bool is_far_from_underflow(const auto&... vectors) {
    const auto is_far = [](Real x) { return x == 0 || std::abs(x) > kSmallest; };
    return (... && [&] {
        for (Eigen::Index i = 0; i < vectors.size(); ++i) {
            if (!is_far(vectors[i])) return false;
        }
        return true;
    }());
}

// Doubles are integers times powers of two: all of them times one power of two are integers.
class Scale {
public:
    void add(Real value) {
        if (value == 0) return;
        int exponent = 0;
        std::frexp(value, &exponent);
        exponent_ = std::min(exponent_, exponent - kDigits);
    }

    Integer integer(Real value) const {
        if (value == 0) return 0;
        int exponent = 0;
        const Real mantissa = std::frexp(value, &exponent);
        return Integer(static_cast<long long>(std::ldexp(mantissa, kDigits))) << (exponent - kDigits - exponent_);
    }

private:
    static constexpr int kDigits = std::numeric_limits<Real>::digits;
    int exponent_ = std::numeric_limits<int>::max();
};

int exact_orientation(const std::array<Vec3, 4>& x) {
    Scale scale;
    for (const Vec3& p : x) {
        for (int d = 0; d < 3; ++d) scale.add(p[d]);
    }
    std::array<std::array<Integer, 3>, 3> m;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
            const auto k = static_cast<Eigen::Index>(d);
            m[i][d] = scale.integer(x[i][k]) - scale.integer(x[3][k]);
        }
    }
    const Integer volume = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) +
                           m[0][1] * (m[1][2] * m[2][0] - m[1][0] * m[2][2]) +
                           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    return volume.sign();
}

int exact_orientation(const std::array<Vec2, 3>& x) {
    Scale scale;
    for (const Vec2& p : x) {
        for (int d = 0; d < 2; ++d) scale.add(p[d]);
    }
    const auto difference = [&](std::size_t i, Eigen::Index d) -> Integer {
        return scale.integer(x[i][d]) - scale.integer(x[2][d]);
    };
    const Integer area = difference(0, 0) * difference(1, 1) - difference(0, 1) * difference(1, 0);
    return area.sign();
}

// Of many points in a plane along the axes, as cloths are when they begin.
bool share_a_coordinate(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    for (int k = 0; k < 3; ++k) {
        if (a[k] == d[k] && b[k] == d[k] && c[k] == d[k]) return true;
    }
    return false;
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = a - d, v = b - d, w = c - d;
    const Vec3 products(v.y() * w.z() - v.z() * w.y(), v.z() * w.x() - v.x() * w.z(), v.x() * w.y() - v.y() * w.x());
    const Vec3 sizes(std::abs(v.y() * w.z()) + std::abs(v.z() * w.y()),
                     std::abs(v.z() * w.x()) + std::abs(v.x() * w.z()),
                     std::abs(v.x() * w.y()) + std::abs(v.y() * w.x()));
    const Real volume = u.dot(products);
    // Shewchuk 1997, "Adaptive precision floating-point arithmetic", has 7 half units in the last place.
    constexpr Real kRounding = 5 * std::numeric_limits<Real>::epsilon();
    if (std::abs(volume) > kRounding * u.cwiseAbs().dot(sizes) && is_far_from_underflow(u, v, w))
        return sign_of(volume);
    if (a == b || b == c || c == a || a == d || b == d || c == d || share_a_coordinate(a, b, c, d)) return 0;
    return exact_orientation(std::array<Vec3, 4>{a, b, c, d});
}

int orientation(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Vec2 u = a - c, v = b - c;
    const Real left = u.x() * v.y(), right = u.y() * v.x();
    constexpr Real kRounding = 3 * std::numeric_limits<Real>::epsilon();
    if (std::abs(left - right) > kRounding * (std::abs(left) + std::abs(right)) && is_far_from_underflow(u, v))
        return sign_of(left - right);
    if (a == b || b == c || c == a) return 0;
    return exact_orientation(std::array<Vec2, 3>{a, b, c});
}

}  // namespace pleat
