// What all formats promise, and those that are short enough to be read here.
#include <bit>
#include <regex>

#include <gtest/gtest.h>

#include <pleat/exports/formats.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/animation_measures.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/obj_reader.hpp>

#include "sample_source.hpp"
#include "tests/io/expect_error.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat::test {
namespace {

namespace fs = std::filesystem;

class Formats : public testing::Test {
protected:
    std::vector<std::string> all_files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_ / "")) {
            if (entry.is_regular_file()) names.push_back(entry.path().filename());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryFolder folder_;
    SampleSource sample_;
};

TEST_F(Formats, AreKnownByNameAndEachIsTakenOnce) {
    const auto formats = parse_formats("glb,abc,glb");
    ASSERT_EQ(formats.size(), 2u);
    EXPECT_STREQ(formats[0]->name, "glb");
    EXPECT_STREQ(formats[1]->name, "abc");
    for (const char* wrong : {"", "glb,", "gbl", "glb;abc"}) {
        const std::string message = error_of(ErrorKind::bad_input, [&] { parse_formats(wrong); });
        EXPECT_NE(message.find("there is no format"), std::string::npos) << message;
    }
}

TEST_F(Formats, AFullDiskLeavesNoHalfFile) {
    for (const ExportFormat& format : export_formats()) {
        if (std::string(format.name) == "csv") continue;  // needs a run
        const fs::path target = folder_ / ("a" + std::string(format.suffix));
        {
            const FileSizeLimit limit(300);
            error_of(ErrorKind::io, [&] { format.write(sample_.source, target); });
        }
        for (const std::string& name : all_files()) ADD_FAILURE() << format.name << " left " << name;
    }
}

TEST_F(Formats, StopWithoutHalfFilesWhenAskedTo) {
    for (const ExportFormat& format : export_formats()) {
        if (std::string(format.name) == "csv") continue;
        int reads = 0;
        const ExportSource source(sample_.animation, {0, 1, 2, 3}, [&] { return ++reads > 2; });
        const fs::path target = folder_ / ("a" + std::string(format.suffix));
        EXPECT_THROW(format.write(source, target), ExportStopped);
        EXPECT_FALSE(fs::is_regular_file(target)) << format.name;
    }
    for (const std::string& name : all_files()) EXPECT_FALSE(name.ends_with(".tmp")) << name;
}

TEST_F(Formats, ObjectsHaveNamesThatAllProgramsTakeEachOnce) {
    Model model = sample_model();
    model.cloths[1].name = "flag";
    const Animation twins(model, 10, {model.positions});
    const ExportSource source(twins, {0});
    EXPECT_EQ(source.objects()[0].name, "flag");
    EXPECT_EQ(source.objects()[1].name, "flag_2");
    EXPECT_EQ(sample_.source.objects()[1].name, "a_patch");
}

TEST_F(Formats, Pc2IsReadBackWithItsMeshAndItsSolids) {
    write_pc2(sample_.source, folder_ / "a.pc2");
    const Animation back(folder_ / "a.pc2");
    ASSERT_EQ(back.frame_count(), kSampleFrames);
    EXPECT_EQ(back.mesh().triangles, sample_.animation.mesh().triangles);
    for (int frame = 0; frame < kSampleFrames; ++frame) {
        const auto x = back.positions(frame), wanted = sample_.animation.positions(frame);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i], wanted[i].cast<float>().cast<Real>());
    }
    const Animation ball(folder_ / "a-solids/ball.pc2");
    EXPECT_EQ(ball.frame_count(), kSampleFrames);
    EXPECT_EQ(ball.positions(3)[5], sample_.animation.solids()[0].positions(3)[5].cast<float>().cast<Real>());
    EXPECT_EQ(Animation(folder_ / "a-solids/floor.obj").frame_count(), 1);
    EXPECT_FALSE(fs::exists(folder_ / "a-solids/floor.pc2"));
}

TEST_F(Formats, APointCacheIsNotWrittenOverItself) {
    write_pc2(sample_.source, folder_ / "a.pc2");
    const std::string before = read_file(folder_ / "a.pc2"), mesh = read_file(folder_ / "a.obj");
    const Animation back(folder_ / "a.pc2");
    const ExportSource source(back, {0});
    const std::string message = error_of(ErrorKind::bad_input, [&] { write_pc2(source, folder_ / "a.pc2"); });
    EXPECT_NE(message.find("is the animation itself"), std::string::npos) << message;
    write_mdd(source, folder_ / "a.mdd");
    EXPECT_EQ(read_file(folder_ / "a.pc2"), before);
    EXPECT_EQ(read_file(folder_ / "a.obj"), mesh) << "the mesh of the animation serves both";
}

TEST_F(Formats, MddHasTimesAndPositionsMostSignificantByteFirst) {
    write_mdd(ExportSource(sample_.animation, {0, 1, 3}), folder_ / "a.mdd");
    const std::string bytes = read_file(folder_ / "a.mdd");
    const auto word = [&](std::size_t i) {
        std::uint32_t value = 0;
        for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes.at(4 * i + k));
        return value;
    };
    const auto number = [&](std::size_t i) { return std::bit_cast<float>(word(i)); };
    const std::size_t points = sample_.animation.mesh().positions.size();
    ASSERT_EQ(word(0), 3u);
    ASSERT_EQ(word(1), points);
    ASSERT_EQ(bytes.size(), 4 * (2 + 3 + 9 * points));
    EXPECT_EQ(number(4), 0.3f);
    const auto wanted = sample_.animation.positions(3);
    for (std::size_t i = 0; i < 3 * points; ++i) {
        EXPECT_EQ(number(5 + 6 * points + i), static_cast<float>(wanted[i / 3][static_cast<int>(i % 3)]));
    }
}

TEST_F(Formats, ObjAndPlyHaveAFileAFrameWithAllObjects) {
    write_obj_sequence(ExportSource(sample_.animation, {0, 2}), folder_ / "a-obj");
    EXPECT_EQ(names_in(folder_ / "a-obj"), (std::vector<std::string>{"frame_0000.obj", "frame_0002.obj"}));
    const TriangleMesh mesh = read_obj(folder_ / "a-obj/frame_0002.obj");
    std::vector<Vec3> wanted;
    std::size_t triangles = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (const auto& x : sample_.source.positions(i, 2)) wanted.push_back(x.cast<Real>());
        triangles += sample_.source.objects()[i].triangles.size();
    }
    ASSERT_EQ(mesh.positions.size(), wanted.size());
    EXPECT_EQ(mesh.triangles.size(), triangles);
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(mesh.positions[i].cast<float>(), wanted[i].cast<float>());

    write_ply_sequence(ExportSource(sample_.animation, {2}), folder_ / "a-ply");
    const std::string ply = read_file(folder_ / "a-ply/frame_0002.ply");
    const std::size_t data = ply.find("end_header\n") + 11;
    EXPECT_EQ(ply.size(), data + 24 * wanted.size() + 42 * triangles);
    EXPECT_NE(ply.find("comment object 2 ball\n"), std::string::npos);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(f32_at(ply, data + 24 * i + 4), static_cast<float>(wanted[i].y()));
    }
    EXPECT_EQ(i32_at(ply, ply.size() - 4), 3) << "the last face is the floor's";
}

TEST_F(Formats, UsdHasASampleOfPointsForEachFrame) {
    write_usda(ExportSource(sample_.animation, {0, 1, 3}), folder_ / "a.usda");
    const std::string text = read_file(folder_ / "a.usda");
    EXPECT_TRUE(text.starts_with("#usda 1.0\n"));
    for (const char* line :
         {"endTimeCode = 3\n", "timeCodesPerSecond = 10\n", "upAxis = \"Y\"\n", "metersPerUnit = 1\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << line;
    }
    const std::size_t points = text.find("point3f[] points.timeSamples = {", text.find("def Mesh \"a_patch\""));
    const std::size_t third = text.find("            3: [", points);
    ASSERT_NE(third, std::string::npos);
    const std::string list = text.substr(third, text.find(']', third) - third);
    const std::regex number("-?[0-9.e+-]+(?=[,)])");
    std::vector<float> numbers;
    for (std::sregex_iterator i(list.begin(), list.end(), number), end; i != end; ++i) {
        numbers.push_back(std::stof(i->str()));
    }
    const auto wanted = sample_.source.positions(1, 3);
    ASSERT_EQ(numbers.size(), 3 * wanted.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], wanted[i / 3][static_cast<int>(i % 3)]);
    EXPECT_NE(text.find("point3f[] points = [", text.find("def Mesh \"floor\"")), std::string::npos);
}

// The bytes of an array in a .vtp.
std::string array_in(const std::string& vtp, const std::string& name) {
    std::smatch found;
    const std::regex pattern("Name=\"" + name + "\"[^>]*offset=\"([0-9]+)\"");
    const std::size_t data = vtp.find("<AppendedData encoding=\"raw\">\n_") + 31;
    const std::string head = vtp.substr(0, data);
    if (!std::regex_search(head, found, pattern)) return "";
    const std::size_t at = data + std::stoul(found[1]);
    return vtp.substr(at + 8, u32_at(vtp, at));
}

TEST_F(Formats, VtkHasStrainAndSpeedOfEveryParticle) {
    write_vtk(sample_.source, folder_ / "a.pvd");
    const std::string vtp = read_file(folder_ / "a-vtk/a_patch_0002.vtp");
    const auto strain = StretchMeasure(sample_.animation).values(sample_.animation.positions(2), strain_percent);
    const auto speed = particle_speeds(sample_.animation, 2);
    const auto wanted = sample_.source.positions(1, 2);
    const std::size_t first = strain.size() - wanted.size();
    ASSERT_EQ(array_in(vtp, "points").size(), 12 * wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(f32_at(array_in(vtp, "points"), 12 * i + 8), wanted[i].z());
        EXPECT_EQ(f32_at(array_in(vtp, "strain"), 4 * i), strain[first + i]);
        EXPECT_EQ(f32_at(array_in(vtp, "speed"), 4 * i), speed[first + i]);
    }
    EXPECT_EQ(array_in(vtp, "uv"), "") << "a seam has two uv at a particle";
    EXPECT_EQ(array_in(vtp, "corner_uv").size(), 24 * sample_.source.objects()[1].triangles.size());
    EXPECT_NE(array_in(read_file(folder_ / "a-vtk/flag_0000.vtp"), "uv"), "");
    const std::string pvd = read_file(folder_ / "a.pvd");
    EXPECT_NE(pvd.find("timestep=\"0.3\" group=\"\" part=\"3\" name=\"floor\" file=\"a-vtk/floor_0000.vtp\""),
              std::string::npos);
    EXPECT_EQ(names_in(folder_ / "a-vtk").size(), 3 * 4 + 1u);
}

TEST_F(Formats, OnlyRunsHaveFigures) {
    error_of(ErrorKind::bad_input, [&] { write_stats_csv(sample_.source, folder_ / "a.csv"); });
}

}  // namespace
}  // namespace pleat::test
