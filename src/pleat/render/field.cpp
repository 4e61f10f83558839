#include <algorithm>
#include <charconv>
#include <cmath>

#include <pleat/core/error.hpp>
#include <pleat/core/index.hpp>
#include <pleat/io/animation_measures.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/render/contact_field.hpp>
#include <pleat/render/field.hpp>

namespace pleat {
namespace {

class StretchField final : public Field {
public:
    StretchField(std::string title, Real (*value)(const TriangleStretch&), const Animation& animation)
        : title_(std::move(title)), value_(value), measure_(animation) {}

    std::string title() const override { return title_; }

    std::vector<float> values(const Animation& animation, int frame) const override {
        return measure_.values(animation.positions(frame), value_);
    }

private:
    std::string title_;
    Real (*value_)(const TriangleStretch&);
    StretchMeasure measure_;
};

class SpeedField final : public Field {
public:
    std::string title() const override { return "speed [m/s]"; }

    std::vector<float> values(const Animation& animation, int frame) const override {
        return particle_speeds(animation, frame);
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
    // Shows the numbers of the file times `scale`.
    FileField(const std::filesystem::path& file, std::string title, float scale, const Animation& animation)
        : title_(std::move(title)) {
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
        for (std::vector<float>& row : rows_) {
            for (float& value : row) value *= scale;
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

constexpr std::string_view kMoved = "moved:";

// How far somebody moved particles, from the table of the run.
std::unique_ptr<Field> make_moved_field(const std::string& mover, const Animation& animation) {
    std::vector<std::string> known;
    for (std::size_t k = 0; k < kMoverCount; ++k) known.push_back(mover_name(k));
    if (std::find(known.begin(), known.end(), mover) == known.end()) {
        std::string list;
        for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
        throw Error(ErrorKind::bad_input, "nothing that moves particles is called \"" + mover + "\"" +
                                              suggestion(mover, known) + "; must be one of " + list);
    }
    if (animation.files().stats.empty()) {
        throw Error(ErrorKind::bad_input, "only the folder of a run tells how far particles were moved");
    }
    const std::filesystem::path table = RunFiles{animation.files().stats.parent_path()}.moved().table(mover);
    if (!is_there(table)) {
        throw Error(ErrorKind::bad_input,
                    table.string() + ": is not there; run the scene with --moves, by a method that has this");
    }
    std::string words = mover;
    std::replace(words.begin(), words.end(), '_', ' ');
    return std::make_unique<FileField>(table, "moved by " + words + " [mm]", 1000.0f, animation);
}

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
        return stretch("strain [%]", strain_percent);
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
    if (name.starts_with(kMoved)) return make_moved_field(name.substr(kMoved.size()), animation);
    if (name.ends_with(".csv")) {
        return std::make_unique<FileField>(name, std::filesystem::path(name).stem().string(), 1.0f, animation);
    }
    std::vector<std::string> known;
    for (const FieldName& field : kFieldNames) known.push_back(field.name);
    throw Error(ErrorKind::bad_input, "there is no field \"" + name + "\"" + suggestion(name, known) +
                                          "; it may also be moved:NAME for a correction of that name, or a .csv file "
                                          "with a number for each particle");
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
