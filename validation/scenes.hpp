// Scenes in which cloth touches something, simulated and looked through for cloth that crosses solids or itself.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "validation/closed_forms.hpp"

namespace pleat::validation {

/// A run.
struct SceneAudit {
    std::string name;
    int frames = 0;  ///< besides frame 0
    int steps = 0;
    int rejections = 0;
    int most_contacts = 0;          ///< with solids, in a frame
    int most_cloth_contacts = 0;    ///< in a frame
    long long fail_safe_moves = 0;  ///< in all frames
    long long crossings = 0;        ///< of cloth with solids and with itself, by exact arithmetic, in all frames
    /// The most energy at the end of a frame beyond what the cloth had and was given by pins, wind and solids, over
    /// what it was given and its weight on earth times the size of the scene; 0 if it never had more.
    Real most_gained = 0;
    std::string ending;  ///< why it could not go on; empty if it could
};

/// Names of the scenes with contact: those that come with Pleat, in alphabetical order, and "walking-human".
std::vector<std::string> scenes_with_contact();

/// False for scenes with data from outside that is not there: shared/data beside the repository.
bool is_there(const std::string& name);

/// Simulates all its frames, or as many as there is time for: this many, times the number of particles.
SceneAudit audit_scene(const std::string& name, int most_work = std::numeric_limits<int>::max());

/// With friction 0.6 the scene "stack-on-slope" stays where it has settled in a second: how far [m] the middle of the
/// upper sheet moves, and that of the middle one, in the other two.
std::vector<Comparison> resting_stack();

/// With friction 0.1 it slides apart: by how much [m] the middle and the upper sheet are short of being a quarter of
/// their length farther down than the one below, after a second and a half.
std::vector<Comparison> sliding_stack();

/// [m/s] Speeds of the sheet of the scene "cylinder", at these times [s].
struct Speeds {
    Real time, rms, largest;
};
std::vector<Speeds> speeds_on_cylinder(const std::vector<Real>& times);

}  // namespace pleat::validation
