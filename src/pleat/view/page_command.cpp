#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/view/page_command.hpp>

namespace pleat {
namespace {

using Json = nlohmann::json;

constexpr int kMaxPointer = 9;           // ten fingers
constexpr Real kFarthestPointer = 1000;  // [m]
constexpr Real kLargestPatch = 0.5;      // [m]
constexpr std::size_t kLongestName = 100;
constexpr int kLastFrame = std::numeric_limits<int>::max();

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorKind::bad_input, "a message " + what); }

const Json& need(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end()) refuse(std::string("lacks \"") + key + "\"");
    return *found;
}

Real read_real(const Json& json, const char* key, Real least, Real most) {
    const Json& value = need(json, key);
    if (!value.is_number()) refuse(std::string("has a \"") + key + "\" that is no number");
    const auto number = value.get<Real>();
    if (!(number >= least && number <= most)) refuse(std::string("has a \"") + key + "\" that is out of range");
    return number;
}

int read_int(const Json& json, const char* key, int most) {
    const Real number = read_real(json, key, 0, most);
    if (number != std::floor(number)) refuse(std::string("has a \"") + key + "\" that is no whole number");
    return static_cast<int>(number);
}

std::string read_name(const Json& json, const char* key) {
    const Json& value = need(json, key);
    if (!value.is_string()) refuse(std::string("has a \"") + key + "\" that is no text");
    auto name = value.get<std::string>();
    if (name.size() > kLongestName) refuse(std::string("has a \"") + key + "\" that is too long");
    return name;
}

// The place of a name in a list of all that there are.
template <class Names>
int read_choice(const Json& json, const char* key, const Names& names) {
    const std::string name = read_name(json, key);
    const auto* found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) refuse(std::string("has a \"") + key + "\" that does not exist");
    return static_cast<int>(found - names.begin());
}

Vec3 read_place(const Json& json) {
    const Json& value = need(json, "place");
    if (!value.is_array() || value.size() != 3) refuse("has a \"place\" that is not [x, y, z]");
    Vec3 place;
    for (int i = 0; i < 3; ++i) {
        const Json& item = value[static_cast<std::size_t>(i)];
        if (!item.is_number()) refuse("has a \"place\" that is not [x, y, z]");
        place[i] = item.get<Real>();
        if (!(std::abs(place[i]) <= kFarthestPointer)) refuse("has a \"place\" that is too far away");
    }
    return place;
}

SetNumber read_number(const Json& json) {
    const std::string name = read_name(json, "control");
    for (const ControlRule& rule : control_rules()) {
        if (name != rule.name) continue;
        const Json& value = need(json, "value");
        if (!value.is_number()) refuse("has a \"value\" that is no number");
        const auto number = value.get<Real>();
        check_control(rule.control, number);
        return {rule.control, number};
    }
    refuse("names a control that does not exist");
}

Grab read_grab(const Json& json) {
    return {read_int(json, "pointer", kMaxPointer), read_int(json, "particle", std::numeric_limits<int>::max()),
            read_place(json), read_real(json, "radius", 0, kLargestPatch),
            static_cast<Pull>(read_choice(json, "pull", kPullNames))};
}

using Reader = PageCommand (*)(const Json&);

const std::pair<const char*, Reader> kReaders[] = {
    {"play", [](const Json&) -> PageCommand { return Play{}; }},
    {"pause", [](const Json&) -> PageCommand { return Pause{}; }},
    {"step", [](const Json&) -> PageCommand { return StepOnce{}; }},
    {"reset", [](const Json&) -> PageCommand { return Reset{}; }},
    {"scene-file", [](const Json& j) -> PageCommand { return AskForSceneFile{read_int(j, "side", 1)}; }},
    {"open", [](const Json& j) -> PageCommand { return OpenScene{read_name(j, "scene")}; }},
    {"method",
     [](const Json& j) -> PageCommand {
         return SetMethod{read_int(j, "side", 1), read_name(j, "preset")};
     }},
    {"compare", [](const Json& j) -> PageCommand { return Compare{read_name(j, "preset")}; }},
    {"fabric", [](const Json& j) -> PageCommand { return SetFabric{read_name(j, "name")}; }},
    {"set", [](const Json& j) -> PageCommand { return read_number(j); }},
    {"color",
     [](const Json& j) -> PageCommand {
         return SetColor{static_cast<ColorMode>(read_choice(j, "mode", kColorModeNames))};
     }},
    {"grab", [](const Json& j) -> PageCommand { return read_grab(j); }},
    {"move",
     [](const Json& j) -> PageCommand {
         return MovePointer{read_int(j, "pointer", kMaxPointer), read_place(j),
                            read_int(j, "number", std::numeric_limits<int>::max())};
     }},
    {"release", [](const Json& j) -> PageCommand { return ReleasePointer{read_int(j, "pointer", kMaxPointer)}; }},
    {"pin",
     [](const Json& j) -> PageCommand { return TogglePin{read_int(j, "particle", std::numeric_limits<int>::max())}; }},
    {"seek", [](const Json& j) -> PageCommand { return Seek{read_int(j, "frame", std::numeric_limits<int>::max())}; }},
    {"shown",
     [](const Json& j) -> PageCommand {
         const auto number = [&](const char* key) { return static_cast<std::uint32_t>(read_int(j, key, kLastFrame)); };
         return Acknowledge{number("stage"), number("frame")};
     }},
};

}  // namespace

PageCommand parse_page_command(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) refuse("is no JSON object");
    const std::string type = read_name(json, "type");
    for (const auto& [name, read] : kReaders) {
        if (type == name) return read(json);
    }
    refuse("is of a type that does not exist");
}

}  // namespace pleat
