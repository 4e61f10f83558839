// Remembers which faces of an OBJ file belong to which groups and objects.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/io/obj_scanner.hpp>

namespace pleat {

/// Faces between two changes of names form a section and are kept once, however many names they have.
class ObjGroups {
public:
    /// More names on one g line are refused: the result grows with names times particles.
    static constexpr std::size_t kMostNames = 32;

    /// The faces that follow belong to the object named on the line that `in` stands in; no name is no object.
    void enter_object(ObjScanner& in);
    /// The faces that follow belong to the groups named on the line that `in` stands in.
    void enter_groups(ObjScanner& in);
    /// To be called before triangle number `triangle` is added.
    void before_face(std::size_t triangle);

    /// The particles of every group with at least one face, in increasing order.
    std::map<std::string, std::vector<int>> particles(std::span<const std::array<int, 3>> triangles) const;

private:
    struct Section {
        std::size_t begin;       // first triangle; it ends where the next section begins
        std::vector<int> names;  // as numbers, each once
    };

    int number_of(std::string_view name);

    std::map<std::string, int, std::less<>> numbers_;  // of all names met
    std::vector<int> object_;                          // the current one, or none
    std::vector<int> groups_;                          // the current ones
    bool has_changed_ = false;                         // since the last face
    std::vector<Section> sections_;
};

}  // namespace pleat
