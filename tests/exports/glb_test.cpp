#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <pleat/exports/writers.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>

#include "sample_source.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat::test {
namespace {

// A .glb, read as its specification says.
struct GlbFile {
    explicit GlbFile(const std::string& bytes) {
        EXPECT_EQ(bytes.substr(0, 4), "glTF");
        EXPECT_EQ(u32_at(bytes, 4), 2u);
        EXPECT_EQ(u32_at(bytes, 8), bytes.size());
        const std::size_t length = u32_at(bytes, 12);
        EXPECT_EQ(bytes.substr(16, 4), "JSON");
        json = nlohmann::json::parse(bytes.substr(20, length));
        EXPECT_EQ(bytes.substr(24 + length, 4), std::string("BIN\0", 4));
        binary = bytes.substr(28 + length);
        EXPECT_EQ(u32_at(bytes, 20 + length), binary.size());
        EXPECT_EQ(json["buffers"][0]["byteLength"], binary.size());
    }

    std::size_t offset(const nlohmann::json& accessor) const {
        return json["bufferViews"][json["accessors"][accessor.get<std::size_t>()]["bufferView"].get<std::size_t>()]
                   ["byteOffset"];
    }
    std::size_t count(const nlohmann::json& accessor) const {
        return json["accessors"][accessor.get<std::size_t>()]["count"];
    }
    float number(const nlohmann::json& accessor, std::size_t i) const {
        return f32_at(binary, offset(accessor) + 4 * i);
    }
    Eigen::Vector3f vector(const nlohmann::json& accessor, std::size_t i) const {
        return {number(accessor, 3 * i), number(accessor, 3 * i + 1), number(accessor, 3 * i + 2)};
    }

    nlohmann::json json;
    std::string binary;
};

class Glb : public testing::Test {
protected:
    GlbFile write(const ExportSource& source) {
        write_glb(source, folder_ / "a.glb");
        return GlbFile(read_file(folder_ / "a.glb"));
    }

    TemporaryFolder folder_;
    SampleSource sample_;
};

TEST_F(Glb, EachCornerOfATriangleIsWhereItsParticleIsInEachFrame) {
    const GlbFile file = write(sample_.source);
    ASSERT_EQ(file.json["nodes"].size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        const ExportedObject& object = sample_.source.objects()[i];
        EXPECT_EQ(file.json["nodes"][i]["name"], object.name);
        const auto& primitive = file.json["meshes"][i]["primitives"][0];
        ASSERT_EQ(file.count(primitive["indices"]), 3 * object.triangles.size());
        EXPECT_EQ(primitive.value("targets", nlohmann::json::array()).size(), i == 3 ? 0u : 3u);
        for (int sample = 0; sample < sample_.source.sample_count(i); ++sample) {
            const auto wanted = sample_.source.positions(i, sample);
            for (std::size_t corner = 0; corner < 3 * object.triangles.size(); ++corner) {
                const std::size_t vertex = u32_at(file.binary, file.offset(primitive["indices"]) + 4 * corner);
                Eigen::Vector3f x = file.vector(primitive["attributes"]["POSITION"], vertex);
                if (sample > 0) {
                    x += file.vector(primitive["targets"][static_cast<std::size_t>(sample - 1)]["POSITION"], vertex);
                }
                const int particle = object.triangles[corner / 3][corner % 3];
                ASSERT_LT((x - wanted[static_cast<std::size_t>(particle)]).norm(), 3e-7f);
                if (object.uv.empty()) continue;
                const auto& uv = primitive["attributes"]["TEXCOORD_0"];
                ASSERT_FLOAT_EQ(file.number(uv, 2 * vertex), static_cast<float>(object.uv[corner / 3][corner % 3].x()));
                ASSERT_FLOAT_EQ(file.number(uv, 2 * vertex + 1),
                                static_cast<float>(1 - object.uv[corner / 3][corner % 3].y()));
            }
        }
    }
}

TEST_F(Glb, NormalsHaveLengthOneAndTurnWithTheCloth) {
    const GlbFile file = write(sample_.source);
    const auto& primitive = file.json["meshes"][0]["primitives"][0];
    const auto normals = sample_.source.part(0, 2).normals;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Eigen::Vector3f first = file.vector(primitive["attributes"]["NORMAL"], i);
        EXPECT_NEAR(first.norm(), 1, 1e-6);
        // Without seams, vertices are particles in the order in which triangles name them.
        const Eigen::Vector3f second = first + file.vector(primitive["targets"][1]["NORMAL"], i);
        EXPECT_NEAR(second.norm(), 1, 1e-6);
    }
}

TEST_F(Glb, OneTargetIsOnAtTheTimeOfEachFrame) {
    const GlbFile file = write(ExportSource(sample_.animation, {0, 1, 3}));
    const auto& animation = file.json["animations"][0];
    ASSERT_EQ(animation["channels"].size(), 3u) << "the floor does not move";
    const auto& sampler = animation["samplers"][0];
    const float times[] = {0, 0.1f, 0.3f};
    ASSERT_EQ(file.count(sampler["input"]), 3u);
    ASSERT_EQ(file.count(sampler["output"]), 6u);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        EXPECT_FLOAT_EQ(file.number(sampler["input"], frame), times[frame]);
        for (std::size_t target = 0; target < 2; ++target) {
            EXPECT_EQ(file.number(sampler["output"], 2 * frame + target), target + 1 == frame ? 1 : 0);
        }
    }
}

TEST_F(Glb, BoundsAreThoseOfTheNumbersThatAreThere) {
    const GlbFile file = write(sample_.source);
    int bounded = 0;
    for (std::size_t a = 0; a < file.json["accessors"].size(); ++a) {
        const auto& accessor = file.json["accessors"][a];
        if (!accessor.contains("min") || accessor["type"] != "VEC3") continue;
        ++bounded;
        std::vector<Eigen::Vector3f> points;
        for (std::size_t i = 0; i < accessor["count"]; ++i) points.push_back(file.vector(a, i));
        const FloatBox box(points);
        for (std::size_t d = 0; d < 3; ++d) {
            EXPECT_EQ(accessor["min"][d].get<float>(), box.low[static_cast<int>(d)]);
            EXPECT_EQ(accessor["max"][d].get<float>(), box.high[static_cast<int>(d)]);
        }
    }
    EXPECT_EQ(bounded, 4 + 3 * 3);
}

TEST_F(Glb, AFrameAloneHasNoAnimation) {
    const GlbFile file = write(ExportSource(sample_.animation, {2}));
    EXPECT_FALSE(file.json.contains("animations"));
    EXPECT_FALSE(file.json["meshes"][0].contains("weights"));
}

}  // namespace
}  // namespace pleat::test
