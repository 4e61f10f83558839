#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_groups.hpp>
#include <pleat/io/obj_reader.hpp>
#include <pleat/io/obj_scanner.hpp>
#include <pleat/mesh/split_polygon.hpp>

namespace pleat {
namespace {

constexpr long long kMost = 1LL << 30;  // of anything, so that indices fit an int with room to spare

class ObjParser {
public:
    ObjParser(std::string_view text, const std::string& name) : in_(text, name), name_(name) {}

    TriangleMesh parse() {
        while (in_.next_line()) parse_line();
        if (mesh_.triangles.empty()) throw Error(ErrorKind::bad_input, name_ + ": has no faces; needs f lines");
        if (!has_all_uv_) mesh_.uv.clear();
        mesh_.groups = groups_.particles(mesh_.triangles);
        return std::move(mesh_);
    }

private:
    struct Corner {
        std::string_view word;  // where it stands
        int particle;           // counted from 0
        int uv;                 // counted from 0; -1: none
    };

    void parse_line() {
        const std::string_view keyword = in_.next_word();
        if (keyword == "v") {
            parse_position(keyword);
        } else if (keyword == "vt") {
            parse_uv(keyword);
        } else if (keyword == "vn") {
            count_one_more(normal_count_, keyword);
        } else if (keyword == "f") {
            parse_face(keyword);
        } else if (keyword == "g") {
            groups_.enter_groups(in_);
        } else if (keyword == "o") {
            groups_.enter_object(in_);
        }
    }

    void count_one_more(long long& count, std::string_view keyword) {
        if (count == kMost) in_.fail(keyword, "more than 2^30 " + std::string(keyword) + " lines; use a smaller mesh");
        ++count;
    }

    // After x, y, z a weight or a colour may follow.
    void parse_position(std::string_view keyword) {
        count_one_more(position_count_, keyword);
        Vec3 x;
        for (int d = 0; d < 3; ++d) {
            const std::string_view word = in_.next_word();
            if (word.empty()) in_.fail(keyword, "v has " + std::to_string(d) + " numbers; must have x, y and z");
            x[d] = in_.number(word);
        }
        for (std::string_view word = in_.next_word(); !word.empty(); word = in_.next_word()) in_.number(word);
        mesh_.positions.push_back(x);
    }

    // v may be missing, and a third number may follow.
    void parse_uv(std::string_view keyword) {
        count_one_more(uv_count_, keyword);
        const std::string_view u = in_.next_word();
        if (u.empty()) in_.fail(keyword, "vt has no numbers; must have u and v");
        const std::string_view v = in_.next_word();
        uv_.emplace_back(in_.number(u), v.empty() ? 0 : in_.number(v));
        for (std::string_view word = in_.next_word(); !word.empty(); word = in_.next_word()) in_.number(word);
    }

    // Counted from 0. In the file, 1 is the first and -1 the last so far.
    int index(std::string_view word, std::string_view keyword, long long count) {
        const long long given = in_.integer(word, keyword);
        if (given >= 1 && given <= count) return static_cast<int>(given - 1);
        if (given < 0 && given >= -count) return static_cast<int>(count + given);
        const std::string found = std::string(keyword) + " " + std::to_string(given) + " does not exist; ";
        if (count == 0) in_.fail(word, found + "there is no " + std::string(keyword) + " line above");
        in_.fail(word, found + "must be 1 to " + std::to_string(count) + ", or -" + std::to_string(count) +
                           " to -1 to count back from the last");
    }

    // v, v/vt, v//vn or v/vt/vn; what follows a slash may be missing.
    Corner parse_corner(std::string_view word) {
        const std::size_t first = std::min(word.find('/'), word.size());
        const std::size_t second = std::min(word.find('/', first + 1), word.size());
        Corner corner{word, index(word.substr(0, first), "v", position_count_), -1};
        if (first + 1 < second) corner.uv = index(word.substr(first + 1, second - first - 1), "vt", uv_count_);
        if (second + 1 < word.size()) index(word.substr(second + 1), "vn", normal_count_);
        return corner;
    }

    void parse_face(std::string_view keyword) {
        corners_.clear();
        bool has_uv = true;
        for (std::string_view word = in_.next_word(); !word.empty(); word = in_.next_word()) {
            corners_.push_back(parse_corner(word));
            has_uv = has_uv && corners_.back().uv >= 0;
        }
        if (corners_.size() < 3) {
            in_.fail(keyword, "face with " + std::to_string(corners_.size()) + " corners; must have 3 or more");
        }
        refuse_repeated_particles();
        has_all_uv_ = has_all_uv_ && has_uv;
        add_triangles(keyword);
    }

    void refuse_repeated_particles() {
        const auto refuse_if = [&](bool is_repeated, const Corner& corner) {
            if (!is_repeated) return;
            in_.fail(corner.word, "face uses v " + std::to_string(corner.particle + 1) + " twice; remove or repair it");
        };
        constexpr std::size_t kFew = 8;
        if (corners_.size() <= kFew) {
            for (std::size_t i = 0; i < corners_.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    refuse_if(corners_[i].particle == corners_[j].particle, corners_[i]);
                }
            }
            return;
        }
        sorted_ = corners_;
        std::sort(sorted_.begin(), sorted_.end(), [](const Corner& a, const Corner& b) {
            return std::pair(a.particle, a.word.data()) < std::pair(b.particle, b.word.data());
        });
        for (std::size_t i = 1; i < sorted_.size(); ++i) {
            refuse_if(sorted_[i].particle == sorted_[i - 1].particle, sorted_[i]);
        }
    }

    void add_triangles(std::string_view keyword) {
        if (mesh_.triangles.size() + corners_.size() - 2 > static_cast<std::size_t>(kMost)) {
            in_.fail(keyword, "more than 2^30 triangles; use a smaller mesh");
        }
        places_.clear();
        for (const Corner& corner : corners_)
            places_.push_back(mesh_.positions[static_cast<std::size_t>(corner.particle)]);
        const auto triangles = splitter_.split(places_);
        if (triangles.empty()) {
            in_.fail(keyword, "face with " + std::to_string(corners_.size()) +
                                  " corners that is not convex; must have at most " +
                                  std::to_string(PolygonSplitter::kMostCorners) + ", or be split into triangles");
        }
        groups_.before_face(mesh_.triangles.size());
        for (const auto& [i, j, k] : triangles) {
            const Corner& a = corners_[static_cast<std::size_t>(i)];
            const Corner& b = corners_[static_cast<std::size_t>(j)];
            const Corner& c = corners_[static_cast<std::size_t>(k)];
            mesh_.triangles.push_back({a.particle, b.particle, c.particle});
            if (has_all_uv_) mesh_.uv.push_back({uv_at(a), uv_at(b), uv_at(c)});
        }
    }

    const Vec2& uv_at(const Corner& corner) const { return uv_[static_cast<std::size_t>(corner.uv)]; }

    ObjScanner in_;
    const std::string& name_;
    TriangleMesh mesh_;
    std::vector<Vec2> uv_;
    ObjGroups groups_;
    long long position_count_ = 0;
    long long uv_count_ = 0;
    long long normal_count_ = 0;
    bool has_all_uv_ = true;

    PolygonSplitter splitter_;
    std::vector<Corner> corners_;  // of the face being read
    std::vector<Corner> sorted_;   // the same, for finding repeated ones
    std::vector<Vec3> places_;     // of the corners
};

}  // namespace

TriangleMesh read_obj(const std::filesystem::path& path) { return parse_obj(read_file(path), path.string()); }

TriangleMesh parse_obj(std::string_view text, const std::string& name) { return ObjParser(text, name).parse(); }

}  // namespace pleat
