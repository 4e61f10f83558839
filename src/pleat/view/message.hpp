// What pages are told. A message is made once and shared by all pages.
//
// Texts are JSON objects with a "type". Binary messages, little-endian, begin with three numbers of 32 bits: the kind
// (1: a stage, 2: a frame), the number of the stage, and the length of a JSON object that follows, padded with blanks
// to whole numbers; then come arrays of numbers of 32 bits, whose lengths the JSON tells.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/io/animation_solid.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// Bytes, and whether they are text.
struct Message {
    std::string bytes;
    bool is_binary = false;
};
using SharedMessage = std::shared_ptr<const Message>;

/// One cloth or solid of a stage.
struct StagePart {
    std::string name;
    IndexRange triangles;  ///< of a cloth
    ClothColors colors{};
};
struct StageSolid {
    std::string name;
    std::string shape;
    std::string color;
    bool is_moving = false;
    std::vector<Vec3> positions;  ///< [m] at the start
    std::vector<std::array<int, 3>> triangles;
};

/// What stays as long as a scene or an animation is shown.
struct Stage {
    std::uint32_t number = 0;
    std::string title{};
    std::string description{};
    std::string scene{};                          ///< its name in the list; empty: it is not there
    std::vector<Vec3> positions{};                ///< [m] of all particles at the start
    std::vector<std::array<int, 3>> triangles{};  ///< indices of particles
    std::vector<std::array<Vec2, 3>> uv{};        ///< [m] of their corners; empty: unknown
    std::vector<StagePart> parts{};
    std::vector<StageSolid> solids{};
    int frames = 0;       ///< of an animation; 0: it is simulated
    Real frame_rate = 0;  ///< [1/s] of an animation
};

/// What changes from frame to frame. One set of positions for each of the simulations that are beside each other.
struct FrameArrays {
    std::vector<std::vector<Vec3>> positions;  ///< [m]
    std::vector<std::vector<float>> colors;    ///< a number a particle; empty: cloth has its own colours
    std::vector<std::vector<Vec3>> solids;     ///< [m] of those that move
};

SharedMessage make_text(std::string json);
SharedMessage make_stage_message(const Stage& stage);
/// `json` is the rest of what is known of the frame.
SharedMessage make_frame_message(std::uint32_t stage, const std::string& json, const FrameArrays& arrays);

}  // namespace pleat
