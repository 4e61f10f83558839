// What a page can ask for. Pages are not trusted: everything in a message is checked before anything is done.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <pleat/core/real.hpp>
#include <pleat/view/controls.hpp>
#include <pleat/view/pull.hpp>

namespace pleat {

/// What cloth is coloured by.
enum class ColorMode { cloth, strain, speed, order, impulse, contact };
inline constexpr std::array<const char*, 6> kColorModeNames{"cloth", "strain", "speed", "order", "impulse", "contact"};

struct Play {};
struct Pause {};
struct StepOnce {};
struct Reset {};
struct AskForSceneFile {
    int side = 0;  ///< of which simulation
};

/// A scene from the list.
struct OpenScene {
    std::string name;
};
struct SetMethod {
    int side = 0;  ///< 0, or 1 for the one beside it
    std::string preset;
};
/// One more simulation of the same scene, by another method; without a name, the first one alone.
struct Compare {
    std::string preset;
};
struct SetFabric {
    std::string name;
};
struct SetNumber {
    Control control{};
    Real value = 0;
};
struct SetColor {
    ColorMode mode{};
};

/// Takes hold of a particle, and of those around it.
struct Grab {
    int pointer = 0;  ///< of this page; several may hold at once
    int particle = 0;
    Vec3 place = Vec3::Zero();  ///< [m] where it is wanted
    Real radius = 0;            ///< [m] of the patch; 0: the particle alone
    Pull pull = Pull::usual;
};
struct MovePointer {
    int pointer = 0;
    Vec3 place = Vec3::Zero();  ///< [m]
    int number = 0;             ///< comes back with the first frame that knows of it
};
struct ReleasePointer {
    int pointer = 0;
};
/// Pins a particle where it is, or lets it go.
struct TogglePin {
    int particle = 0;
};
/// Of an animation.
struct Seek {
    int frame = 0;
};
/// The page has shown a frame.
struct Acknowledge {
    std::uint32_t stage = 0;
    std::uint32_t frame = 0;

    bool operator==(const Acknowledge&) const = default;
};

using PageCommand =
    std::variant<Play, Pause, StepOnce, Reset, AskForSceneFile, OpenScene, SetMethod, Compare, SetFabric, SetNumber,
                 SetColor, Grab, MovePointer, ReleasePointer, TogglePin, Seek, Acknowledge>;

/// From JSON. Throws ErrorKind::bad_input if it is none, if a word is not known or a number not allowed. Numbers of
/// particles and frames are only known not to be negative.
PageCommand parse_page_command(std::string_view text);

}  // namespace pleat
