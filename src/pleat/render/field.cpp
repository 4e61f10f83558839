#include <algorithm>
#include <charconv>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/error.hpp>
#include <pleat/core/index.hpp>
#include <pleat/io/file.hpp>
#include <pleat/render/contact_field.hpp>
#include <pleat/render/field.hpp>

namespace pleat {
namespace {

// Lengths of a triangle's deformation.
struct TriangleStretch {
    Real warp, weft;  // of a thread of length 1
    Real shear;       // cosine between warp and weft
    Real largest;     // in any direction
};

TriangleStretch measure(const std::array<Vec2, 3>& rest, const Vec3& a, const Vec3& b, const Vec3& c) {
    Mat2 edges;
    edges << rest[1] - rest[0], rest[2] - rest[0];
    if (!(std::abs(edges.determinant()) > 0)) return {1, 1, 0, 1};
    Eigen::Matrix<Real, 3, 2> now;
    now << b - a, c - a;
    const Eigen::Matrix<Real, 3, 2> w = now * edges.inverse();
    const Real uu = w.col(0).squaredNorm(), vv = w.col(1).squaredNorm(), uv = w.col(0).dot(w.col(1));
    const Real largest = 0.5 * (uu + vv) + std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
    const Real lengths = std::sqrt(uu * vv);
    return {std::sqrt(uu), std::sqrt(vv), lengths > 0 ? uv / lengths : 0, std::sqrt(largest)};
}

// A mesh without uv is taken to be at rest in its first frame: the shape of each triangle there.
std::vector<std::array<Vec2, 3>> rest_shapes(const Animation& animation) {
    if (!animation.mesh().uv.empty()) return animation.mesh().uv;
    const std::vector<Vec3> x = animation.positions(0);
    std::vector<std::array<Vec2, 3>> shapes;
    for (const auto& [a, b, c] : animation.mesh().triangles) {
        const Vec3 side = x[at(b)] - x[at(a)], other = x[at(c)] - x[at(a)];
        const Real length = std::max(side.norm(), 1e-30);
        shapes.push_back(
            {Vec2(0, 0), Vec2(length, 0), Vec2(side.dot(other) / length, side.cross(other).norm() / length)});
    }
    return shapes;
}

class StretchField final : public Field {
public:
    StretchField(std::string title, Real (*value)(const TriangleStretch&), const Animation& animation)
        : title_(std::move(title)), value_(value), rest_(rest_shapes(animation)) {}

    std::string title() const override { return title_; }

    std::vector<float> values(const Animation& animation, int frame) const override {
        const std::vector<Vec3> x = animation.positions(frame);
        std::vector<Real> sums(x.size()), areas(x.size());
        for (std::size_t t = 0; t < rest_.size(); ++t) {
            const auto& particles = animation.mesh().triangles[t];
            const auto& rest = rest_[t];
            const Vec2 side = rest[1] - rest[0], other = rest[2] - rest[0];
            const Real area = std::abs(side.x() * other.y() - side.y() * other.x());
            const Real value = value_(measure(rest, x[at(particles[0])], x[at(particles[1])], x[at(particles[2])]));
            for (const int particle : particles) {
                sums[at(particle)] += area * value;
                areas[at(particle)] += area;
            }
        }
        std::vector<float> values(x.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = areas[i] > 0 ? static_cast<float>(sums[i] / areas[i]) : 0;
        }
        return values;
    }

private:
    std::string title_;
    Real (*value_)(const TriangleStretch&);
    std::vector<std::array<Vec2, 3>> rest_;
};

class SpeedField final : public Field {
public:
    std::string title() const override { return "speed [m/s]"; }

    std::vector<float> values(const Animation& animation, int frame) const override {
        const int before = std::max(0, frame - 1), after = std::min(animation.frame_count() - 1, frame + 1);
        const std::vector<Vec3> from = animation.positions(before), to = animation.positions(after);
        const Real rate = after > before ? animation.frame_rate() / (after - before) : 0;
        std::vector<float> values(from.size());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(rate * (to[i] - from[i]).norm());
        return values;
    }
};

class HeightField final : public Field {
public:
    std::string title() const override { return "height [m]"; }

    std::vector<float> values(const Animation& animation, int frame) const override {
        std::vector<float> values;
        for (const Vec3& x : animation.positions(frame)) values.push_back(static_cast<float>(x.y()));
        return values;
    }
};

class FileField final : public Field {
public:
    FileField(const std::filesystem::path& file, const Animation& animation) : title_(file.stem().string()) {
        const std::string text = read_file(file);
        const std::size_t columns = animation.mesh().positions.size();
        int line = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            rows_.push_back(parse_row(std::string_view(text).substr(begin, end - begin), ++line, columns, file));
            begin = end + 1;
        }
        const auto frames = static_cast<std::size_t>(animation.frame_count());
        if (rows_.size() != 1 && rows_.size() != frames) {
            throw Error(ErrorKind::bad_input, file.string() + ": holds " + std::to_string(rows_.size()) +
                                                  " rows; must be 1 or one a frame, " + std::to_string(frames));
        }
    }

    std::string title() const override { return title_; }

    std::vector<float> values(const Animation&, int frame) const override {
        return rows_.size() == 1 ? rows_.front() : rows_[at(frame)];
    }

private:
    static std::vector<float> parse_row(std::string_view row, int line, std::size_t columns,
                                        const std::filesystem::path& file) {
        const auto refuse = [&](std::size_t column, const std::string& what) {
            return Error(ErrorKind::bad_input,
                         file.string() + ":" + std::to_string(line) + ":" + std::to_string(column + 1) + ": " + what);
        };
        if (row.ends_with('\r')) row.remove_suffix(1);
        std::vector<float> values;
        for (std::size_t at = 0; at <= row.size();) {
            while (at < row.size() && (row[at] == ' ' || row[at] == '\t')) ++at;
            double number = 0;  // a float would refuse what is too small for it
            const auto [next, error] = std::from_chars(row.data() + at, row.data() + row.size(), number);
            const auto value = static_cast<float>(number);
            if (error != std::errc() || !std::isfinite(value)) throw refuse(at, "must be a finite number");
            values.push_back(value);
            at = static_cast<std::size_t>(next - row.data());
            while (at < row.size() && (row[at] == ' ' || row[at] == '\t')) ++at;
            if (at < row.size() && row[at] != ',') throw refuse(at, "must be a comma between numbers");
            ++at;
        }
        if (values.size() != columns) {
            throw refuse(0, "the row has " + std::to_string(values.size()) + " numbers; must be one a particle, " +
                                std::to_string(columns));
        }
        return values;
    }

    std::string title_;
    std::vector<std::vector<float>> rows_;
};

const FieldName kFieldNames[] = {
    {"strain", "how much longer the cloth is in the direction in which it is longest"},
    {"warp", "how much longer it is along the warp"},
    {"weft", "how much longer it is along the weft"},
    {"shear", "how far the angle between warp and weft is from a right one"},
    {"speed", "of the particles, from their places in the frames before and after"},
    {"height", "above y = 0"},
    {"contact", "how near solids and other parts of the cloth are; 100 % is touching"},
};

}  // namespace

std::span<const FieldName> field_names() { return kFieldNames; }

std::unique_ptr<Field> make_field(const std::string& name, const Animation& animation) {
    const auto stretch = [&](const char* title, Real (*value)(const TriangleStretch&)) {
        return std::make_unique<StretchField>(title, value, animation);
    };
    if (name == "strain") {
        return stretch("strain [%]", [](const TriangleStretch& s) { return 100 * (s.largest - 1); });
    }
    if (name == "warp") return stretch("warp strain [%]", [](const TriangleStretch& s) { return 100 * (s.warp - 1); });
    if (name == "weft") return stretch("weft strain [%]", [](const TriangleStretch& s) { return 100 * (s.weft - 1); });
    if (name == "shear") {
        return stretch("shear [degrees]",
                       [](const TriangleStretch& s) { return std::asin(std::clamp(s.shear, -1.0, 1.0)) * 180 / kPi; });
    }
    if (name == "speed") return std::make_unique<SpeedField>();
    if (name == "height") return std::make_unique<HeightField>();
    if (name == "contact") return std::make_unique<ContactField>(animation);
    if (name.ends_with(".csv")) return std::make_unique<FileField>(name, animation);
    std::vector<std::string> known;
    for (const FieldName& field : kFieldNames) known.push_back(field.name);
    throw Error(ErrorKind::bad_input, "there is no field \"" + name + "\"" + suggestion(name, known) +
                                          "; it may also be a .csv file with a number for each particle");
}

ValueRange find_range(const Field& field, const Animation& animation, std::span<const int> frames) {
    std::vector<float> all;
    for (const int frame : frames) {
        const std::vector<float> values = field.values(animation, frame);
        // So many values of each frame that there are not more than some millions.
        const std::size_t stride = 1 + values.size() * frames.size() / 4'000'000;
        for (std::size_t i = 0; i < values.size(); i += stride) all.push_back(values[i]);
    }
    if (all.empty()) return {};
    const auto quantile = [&](double share) {
        const auto place = all.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(all.size() - 1));
        std::nth_element(all.begin(), place, all.end());
        return *place;
    };
    return {quantile(0.005), quantile(0.995)};
}

}  // namespace pleat
