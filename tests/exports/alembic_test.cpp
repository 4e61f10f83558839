#include <set>

#include <gtest/gtest.h>

#include <pleat/core/murmur.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/mesh/normals.hpp>

#include "ogawa_reader.hpp"
#include "sample_source.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat::test {
namespace {

std::vector<Eigen::Vector3f> vectors_in(const std::string& bytes) {
    std::vector<Eigen::Vector3f> vectors;
    for (std::size_t at = 0; at < bytes.size(); at += 12) {
        vectors.emplace_back(f32_at(bytes, at), f32_at(bytes, at + 4), f32_at(bytes, at + 8));
    }
    return vectors;
}

class AlembicFile : public testing::Test {
protected:
    OgawaReader write(const ExportSource& source) {
        write_abc(source, folder_ / "a.abc");
        return OgawaReader(read_file(folder_ / "a.abc"));
    }

    TemporaryFolder folder_;
    SampleSource sample_;
};

TEST(Murmur3, HashesAreThePublishedOnes) {
    EXPECT_EQ(murmur3_128(""), std::string(16, '\0'));
    const auto hex = [](const std::string& text) {
        const std::string digest = murmur3_128(text);
        char words[33];
        for (std::size_t i = 0; i < 16; ++i) {
            std::snprintf(words + 2 * i, 3, "%02x", static_cast<unsigned char>(digest[i / 8 * 8 + 7 - i % 8]));
        }
        return std::string(words);
    };
    EXPECT_EQ(hex("hello"), "cbd8a7b341bd9b025b1e906a48ae1d19");
    EXPECT_EQ(hex("The quick brown fox jumps over the lazy dog"), "e34bbc7bbc071b6c7a433ca9c49a9347");
}

TEST_F(AlembicFile, HoldsEachObjectUnderATransform) {
    const OgawaReader file = write(sample_.source);
    EXPECT_EQ(file.file_version, 0);
    EXPECT_GE(file.library_version, 9999);
    std::vector<std::string> names;
    for (const OgawaNode& transform : file.top.children) {
        names.push_back(transform.name);
        EXPECT_EQ(transform.metadata, "schema=AbcGeom_Xform_v3;schemaObjTitle=AbcGeom_Xform_v3:.xform");
        EXPECT_EQ(transform.properties.at(".xform").properties.at(".inherits").samples[0], std::string(1, '\1'));
        ASSERT_EQ(transform.children.size(), 1u);
        EXPECT_EQ(transform.children[0].name, transform.name + "Shape");
        EXPECT_NE(transform.children[0].metadata.find("schema=AbcGeom_PolyMesh_v1;"), std::string::npos);
        EXPECT_TRUE(transform.children[0].properties.contains(".geom"));
    }
    EXPECT_EQ(names, (std::vector<std::string>{"flag", "a_patch", "ball", "floor"}));
}

TEST_F(AlembicFile, PositionsNormalsAndBoundsAreThoseOfEveryFrame) {
    const OgawaReader file = write(sample_.source);
    for (std::size_t i = 0; i < 4; ++i) {
        const OgawaNode geometry = file.top.children[i].children[0].properties.at(".geom");
        const OgawaNode& points = geometry.properties.at("P");
        const OgawaNode& bounds = geometry.properties.at(".selfBnds");
        EXPECT_EQ(points.pod, 10u);
        EXPECT_EQ(points.extent, 3u);
        EXPECT_EQ(points.samples.size(), i == 3 ? 1u : 4u) << "the floor does not move";
        EXPECT_EQ(points.times, i == 3 ? 0u : 1u);
        for (std::size_t s = 0; s < points.samples.size(); ++s) {
            const auto wanted = sample_.source.positions(i, static_cast<int>(s));
            EXPECT_EQ(vectors_in(points.samples[s]), wanted);
            EXPECT_EQ(vectors_in(geometry.properties.at("N").samples[s]),
                      smooth_normals(wanted, sample_.source.objects()[i].triangles));
            double corners[6];
            ASSERT_EQ(bounds.samples[s].size(), sizeof corners);
            std::memcpy(corners, bounds.samples[s].data(), sizeof corners);
            const FloatBox box(wanted);
            for (int d = 0; d < 3; ++d) {
                EXPECT_EQ(corners[d], box.low[d]);
                EXPECT_EQ(corners[3 + d], box.high[d]);
            }
        }
    }
}

TEST_F(AlembicFile, FacesRunClockwiseWithTheUvOfTheirCorners) {
    const OgawaReader file = write(sample_.source);
    for (std::size_t i = 0; i < 4; ++i) {
        const ExportedObject& object = sample_.source.objects()[i];
        const OgawaNode geometry = file.top.children[i].children[0].properties.at(".geom");
        const std::string indices = geometry.properties.at(".faceIndices").samples.at(0);
        ASSERT_EQ(indices.size(), 12 * object.triangles.size());
        EXPECT_EQ(geometry.properties.contains("uv"), !object.uv.empty());
        for (std::size_t t = 0; t < object.triangles.size(); ++t) {
            EXPECT_EQ(i32_at(geometry.properties.at(".faceCounts").samples[0], 4 * t), 3);
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_EQ(i32_at(indices, 12 * t + 4 * k), object.triangles[t][2 - k]);
                if (object.uv.empty()) continue;
                const std::string uv = geometry.properties.at("uv").samples[0];
                EXPECT_EQ(f32_at(uv, 24 * t + 8 * k), static_cast<float>(object.uv[t][2 - k].x()));
                EXPECT_EQ(f32_at(uv, 24 * t + 8 * k + 4), static_cast<float>(object.uv[t][2 - k].y()));
            }
        }
    }
}

TEST_F(AlembicFile, TimesAreThoseOfTheFramesAlsoWhenSomeAreLeftOut) {
    OgawaReader::Times times = write(sample_.source).times.at(1);
    EXPECT_EQ(times.samples, 4u);
    EXPECT_DOUBLE_EQ(times.cycle, 0.1);
    EXPECT_EQ(times.first, std::vector<double>{0});
    times = write(ExportSource(sample_.animation, {1, 3})).times.at(1);
    EXPECT_DOUBLE_EQ(times.cycle, 0.2);
    EXPECT_EQ(times.first, std::vector<double>{0.1});
    times = write(ExportSource(sample_.animation, {0, 1, 3})).times.at(1);
    EXPECT_EQ(times.samples, 3u);
    EXPECT_GT(times.cycle, 1e300) << "no rule";
    EXPECT_EQ(times.first, (std::vector<double>{0, 0.1, 3 / 10.0}));
}

TEST_F(AlembicFile, DifferentSamplesHaveDifferentKeys) {
    const OgawaReader file = write(sample_.source);
    const auto& points = file.top.children[0].children[0].properties.at(".geom").properties.at("P");
    EXPECT_EQ(std::set<std::string>(points.keys.begin(), points.keys.end()).size(), 4u);
    EXPECT_EQ(points.keys[2], murmur3_128(points.samples[2]));
}

}  // namespace
}  // namespace pleat::test
