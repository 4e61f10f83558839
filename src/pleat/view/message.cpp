#include <cstring>

#include <nlohmann/json.hpp>

#include <pleat/view/message.hpp>

namespace pleat {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kStageKind = 1, kFrameKind = 2;

void put(std::string& out, std::uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 255);
}

void put(std::string& out, float number) {
    std::uint32_t bits;
    std::memcpy(&bits, &number, 4);
    put(out, bits);
}

void put(std::string& out, std::span<const Vec3> positions) {
    for (const Vec3& x : positions) {
        for (int i = 0; i < 3; ++i) put(out, static_cast<float>(x[i]));
    }
}

void put(std::string& out, std::span<const std::array<int, 3>> triangles) {
    for (const auto& triangle : triangles) {
        for (const int corner : triangle) put(out, static_cast<std::uint32_t>(corner));
    }
}

std::string begin(std::uint32_t kind, std::uint32_t stage, std::string json) {
    while (json.size() % 4 != 0) json += ' ';
    std::string out;
    put(out, kind);
    put(out, stage);
    put(out, static_cast<std::uint32_t>(json.size()));
    return out + json;
}

Json part_to_json(const StagePart& part) {
    return {{"name", part.name},
            {"begin", part.triangles.begin},
            {"end", part.triangles.end},
            {"warp", part.colors.warp},
            {"weft", part.colors.weft}};
}

Json solid_to_json(const StageSolid& solid) {
    return {{"name", solid.name},
            {"shape", solid.shape},
            {"color", solid.color},
            {"moving", solid.is_moving},
            {"positions", solid.positions.size()},
            {"triangles", solid.triangles.size()}};
}

}  // namespace

SharedMessage make_text(std::string json) { return std::make_shared<Message>(Message{std::move(json), false}); }

SharedMessage make_stage_message(const Stage& stage) {
    Json json{{"title", stage.title},
              {"description", stage.description},
              {"scene", stage.scene},
              {"particles", stage.positions.size()},
              {"triangles", stage.triangles.size()},
              {"uv", !stage.uv.empty()},
              {"frames", stage.frames},
              {"rate", stage.frame_rate},
              {"parts", Json::array()},
              {"solids", Json::array()}};
    for (const StagePart& part : stage.parts) json["parts"].push_back(part_to_json(part));
    for (const StageSolid& solid : stage.solids) json["solids"].push_back(solid_to_json(solid));
    std::string out = begin(kStageKind, stage.number, json.dump(-1, ' ', false, Json::error_handler_t::replace));
    put(out, stage.positions);
    put(out, stage.triangles);
    for (const auto& corners : stage.uv) {
        for (const Vec2& uv : corners) {
            put(out, static_cast<float>(uv.x()));
            put(out, static_cast<float>(uv.y()));
        }
    }
    for (const StageSolid& solid : stage.solids) {
        put(out, solid.positions);
        put(out, solid.triangles);
    }
    return std::make_shared<Message>(Message{std::move(out), true});
}

SharedMessage make_frame_message(std::uint32_t stage, const std::string& json, const FrameArrays& arrays) {
    std::string out = begin(kFrameKind, stage, json);
    std::size_t numbers = 0;
    for (const auto& positions : arrays.positions) numbers += 3 * positions.size();
    for (const auto& colors : arrays.colors) numbers += colors.size();
    for (const auto& positions : arrays.solids) numbers += 3 * positions.size();
    out.reserve(out.size() + 4 * numbers);
    for (const auto& positions : arrays.positions) put(out, positions);
    for (const auto& colors : arrays.colors) {
        for (const float value : colors) put(out, value);
    }
    for (const auto& positions : arrays.solids) put(out, positions);
    return std::make_shared<Message>(Message{std::move(out), true});
}

}  // namespace pleat
