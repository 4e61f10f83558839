#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <pleat/core/parallel.hpp>
#include <pleat/render/renderer.hpp>

#include "sample_surface.hpp"

namespace pleat {
namespace {

using test::black;
using test::folded_cloth;
using test::surface_of;
using test::white;

// Corners on a sphere; no triangle is wider than a cell of a grid of half a turn by `rows` and a turn by 2 rows.
TriangleMesh sphere(const Vec3& center, Real radius, int rows) {
    TriangleMesh mesh;
    const int columns = 2 * rows;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const Real polar = kPi * row / rows, turn = 2 * kPi * column / columns;
            mesh.positions.emplace_back(center + radius * Vec3(std::sin(polar) * std::cos(turn), std::cos(polar),
                                                               std::sin(polar) * std::sin(turn)));
        }
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int a = row * columns + column, b = row * columns + (column + 1) % columns;
            mesh.triangles.push_back({a, b, a + columns});
            mesh.triangles.push_back({b, b + columns, a + columns});
        }
    }
    return mesh;
}

// Nothing but what is given, before a white backdrop.
View silhouette(const TriangleMesh& mesh) {
    View view;
    view.surfaces = {surface_of(mesh, black())};
    view.light.backdrop = Color::Ones();
    view.camera = {{0, 0, 0}, {0, 0, -1}, 40 * kPi / 180};
    return view;
}

// [pixels] that are not white.
Real covered(const Image& image) {
    Real area = 0;
    for (const Color& pixel : image.pixels) area += 1 - static_cast<Real>(pixel.x());
    return area;
}

// [pixels] covered by a sphere that fills the angle `half_angle` around a direction `aside` of the line of sight: its
// cone cuts the plane at distance 1 in an ellipse.
Real sphere_area(Real half_angle, Real aside, Real pixel) {
    const Real s = std::sin(half_angle), q = std::cos(aside) * std::cos(aside) - s * s;
    return kPi * s * s * std::cos(half_angle) / std::pow(q, 1.5) / (pixel * pixel);
}

// Sampling: the error of a pixel on the outline with 16 samples has an rms of about 0.05 (0.4 of random numbers); with
// n pixels there, sqrt(n) of it. Four times that. The mesh lies within the sphere, and outside of one that is smaller
// by the cosine of half the diagonal of a cell.
void expect_area_of_sphere(Real aside) {
    const ImageSize size{120, 90};
    const Real pixel = 2 * std::tan(20 * kPi / 180) / size.height;
    constexpr int kRows = 180;
    const Real radius = 0.5, distance = 2.3;
    const Vec3 center(distance * std::sin(aside), 0, -distance * std::cos(aside));
    const Real found = covered(render(silhouette(sphere(center, radius, kRows)), {size, 16}));
    const Real smaller = radius * std::cos(kPi / kRows / std::sqrt(2.0));
    const Real high = sphere_area(std::asin(radius / distance), aside, pixel);
    const Real low = sphere_area(std::asin(smaller / distance), aside, pixel);
    const Real outline = 1.3 * std::sqrt(4 * kPi * high);
    const Real sampling = 4 * 0.05 * std::sqrt(outline);
    EXPECT_GT(found, low - sampling);
    EXPECT_LT(found, high + sampling);
    EXPECT_LT(high - low + 2 * sampling, 0.003 * high) << "or the claim would be weak";
}

TEST(Renderer, ASphereCoversTheAreaThatGeometryWants) { expect_area_of_sphere(0); }

TEST(Renderer, ASphereAsideCoversAnEllipse) { expect_area_of_sphere(0.2); }

// A rectangle at distance 2 from pixel border to pixel border.
TriangleMesh rectangle(Real left, Real top, Real right, Real bottom, ImageSize size) {
    const Real pixel = 2 * std::tan(20 * kPi / 180) / size.height;
    const auto at = [&](Real x, Real y) {
        return Vec3(2 * pixel * (x - 0.5 * size.width), 2 * pixel * (0.5 * size.height - y), -2);
    };
    TriangleMesh mesh;
    mesh.positions = {at(left, top), at(right, top), at(right, bottom), at(left, bottom)};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

TEST(Renderer, ASquareOnThePixelsCoversThemAndAnEighthOfTheirNeighbours) {
    const ImageSize size{40, 30};
    const Image image = render(silhouette(rectangle(5, 3, 17, 15, size)), {size, 16});
    // A pixel reaches half a pixel beyond its borders, there with an eighth of its weight.
    const auto share = [](int pixel, int begin, int end) {
        if (pixel < begin - 1 || pixel > end) return 0.0f;
        if (pixel == begin - 1 || pixel == end) return 0.125f;
        return pixel == begin || pixel == end - 1 ? 0.875f : 1.0f;
    };
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const float across = share(x, 5, 17), down = share(y, 3, 15);
            const bool is_corner = across * (1 - across) != 0 && down * (1 - down) != 0;
            EXPECT_NEAR(image.at(x, y).x(), 1 - across * down, is_corner ? 0.1f : 0) << x << ", " << y;
        }
    }
}

TEST(Renderer, ASquareBetweenPixelsCoversItsArea) {
    const ImageSize size{120, 90};
    for (const Real shift : {0.0, 0.21, 0.5, 0.83}) {
        const Real left = 20 + shift, top = 15 + 0.7 * shift, side = 50.37;
        const Image image = render(silhouette(rectangle(left, top, left + side, top + side, size)), {size, 16});
        // An edge along the pixels cuts 16 columns of one sample each: less than 1/16 is wrong, by chance up or down.
        EXPECT_NEAR(covered(image), side * side, 4 * std::sqrt(4 * side) / 16 / std::sqrt(3.0)) << shift;
    }
}

// Light of 1 from everywhere.
View furnace(const Material& material) {
    View view;
    view.surfaces = {surface_of(folded_cloth(), material), surface_of(sphere({0.3, -0.2, 0.5}, 0.3, 12), material)};
    view.light.zenith = view.light.horizon = view.light.below = view.light.backdrop = Color::Ones();
    view.light.sun_irradiance = Color::Zero();
    view.light.bounce = 1;
    view.camera = {{0.5, 1, 4}, {0, 0, 0}};
    return view;
}

TEST(Renderer, WhiteClothInWhiteLightIsInvisible) {
    for (const float sheen : {0.0f, 0.2f, 1.0f}) {
        Material material = white();
        material.sheen = sheen;
        View view = furnace(material);
        view.ground = -1.2;
        view.ground_color = Color::Ones();
        const Image image = render(view, {{48, 36}, 4});
        for (const Color& pixel : image.pixels) EXPECT_LT((pixel - Color::Ones()).cwiseAbs().maxCoeff(), 2e-6f);
    }
}

TEST(Renderer, NothingIsBrighterThanTheLightAroundIt) {
    std::mt19937 random(6);
    std::uniform_real_distribution<float> uniform(0, 1);
    float darkest = 1;
    for (int trial = 0; trial < 12; ++trial) {
        Material material;
        material.warp = {uniform(random), 1, uniform(random)};
        material.weft = {1, uniform(random), uniform(random)};
        material.sheen = uniform(random);
        material.transmission = uniform(random);
        material.thread_width = trial % 3 == 0 ? 0 : 0.2f * uniform(random);
        View view = furnace(material);
        view.ground = -1.2;
        view.light.bounce = trial % 2 == 0 ? 1 : uniform(random);
        for (const Color& pixel : render(view, {{48, 36}, 2}).pixels) {
            EXPECT_LE(pixel.maxCoeff(), 1 + 2e-6f);
            EXPECT_GE(pixel.minCoeff(), 0);
            darkest = std::min(darkest, pixel.minCoeff());
        }
    }
    EXPECT_LT(darkest, 0.5f) << "or nothing was seen";
}

TEST(Renderer, SunAndSkyTogetherBoundTheLight) {
    for (const float albedo : {0.2f, 0.6f, 1.0f}) {
        Material material;
        material.warp = material.weft = Color::Constant(albedo);
        material.sheen = 0;
        material.transmission = 0.3f;
        View view = furnace(material);
        view.light = {};
        view.light.backdrop = Color::Zero();
        view.light.sun_direction = Eigen::Vector3f(0.3f, 0.5f, 0.8f).normalized();
        const Color sky = view.light.zenith.cwiseMax(view.light.horizon).cwiseMax(view.light.below);
        const Color bound = albedo * (view.light.sun_irradiance / static_cast<float>(kPi) + sky);
        float share = 0;
        for (const Color& pixel : render(view, {{48, 36}, 4}).pixels) {
            share = std::max(share, pixel.cwiseQuotient(bound).maxCoeff());
        }
        EXPECT_LE(share, 1 + 1e-5f) << albedo;
        EXPECT_GT(share, 0.6f) << "the sun shines";
    }
}

TEST(Renderer, ASheetInTheSunIsAsBrightAsLambertWants) {
    View view;
    Material material = white();
    material.sheen = material.transmission = 0;
    material.warp = material.weft = Color::Constant(0.5f);
    view.surfaces = {surface_of(make_grid({.size = {9, 9}, .cells = {1, 1}}), material)};
    view.light.zenith = view.light.horizon = view.light.below = Color::Zero();
    view.light.sun_direction = {0, 0.6f, 0.8f};
    view.light.sun_irradiance = Color::Constant(2);
    view.light.sun_radius = 0;
    view.camera = {{0, 0, 4}, {0, 0, 0}};
    for (const Color& pixel : render(view, {{16, 16}, 1}).pixels) {
        EXPECT_NEAR(pixel.x(), 0.5 * 2 * 0.8 / kPi, 1e-5);
    }
    // From behind nothing comes through; through a thin cloth its share does.
    view.light.sun_direction = {0, 0.6f, -0.8f};
    EXPECT_EQ(render(view, {{16, 16}, 1}).at(8, 8).x(), 0);
    view.surfaces[0].material.transmission = 0.25f;
    EXPECT_NEAR(render(view, {{16, 16}, 1}).at(8, 8).x(), 0.25 * 0.5 * 2 * 0.8 / kPi, 1e-5);
}

TEST(Renderer, ClothThrowsAShadowOnTheGround) {
    View view;
    view.surfaces = {surface_of(make_grid({.size = {1, 1}, .cells = {2, 2}, .facing = Facing::level}), black())};
    view.ground = -1;
    view.light.zenith = view.light.horizon = view.light.below = view.light.backdrop = Color::Zero();
    view.light.sun_direction = Eigen::Vector3f(1, 1, 0).normalized();
    view.camera = {{0, 6, 0}, {0, -1, 0}};  // straight down: right is +x, down is +z
    const ImageSize size{60, 60};
    const Image image = render(view, {size, 4});
    const Real pixel = 7 * 2 * std::tan(15 * kPi / 180) / size.height;
    const auto at = [&](Real x, Real z) {
        return image.at(static_cast<int>(30 + x / pixel), static_cast<int>(30 + z / pixel)).x();
    };
    EXPECT_EQ(at(-1, 0), 0);  // a metre below and therefore a metre aside
    EXPECT_EQ(at(-1, 0.4), 0);
    EXPECT_GT(at(-1, 0.7), 0.1f);
    EXPECT_GT(at(1, 0), 0.1f);
}

// A picture as users get them.
View ordinary() {
    View view;
    Material material;
    material.warp = {0.43f, 0.04f, 0.03f};
    material.weft = {0.55f, 0.09f, 0.05f};
    view.surfaces = {surface_of(folded_cloth(), material)};
    view.ground = -1.1;
    view.camera = {{-1.5, 1, 4}, {0, 0, 0}};
    return view;
}

bool are_equal(const Image& a, const Image& b) {
    return a.size == b.size && std::memcmp(a.pixels.data(), b.pixels.data(), a.pixels.size() * sizeof(Color)) == 0;
}

TEST(Renderer, PicturesAreEqualToTheByteForAnyNumberOfThreads) {
    View view = ordinary();
    view.surfaces[0].material.thread_width = 0.05f;
    const RenderSettings settings{{70, 50}, 3};
    const Image first = render(view, settings);
    EXPECT_TRUE(are_equal(first, render(view, settings)));
    for (const int threads : {1, 2, 4}) {
        Threads(threads).run([&] { EXPECT_TRUE(are_equal(first, render(view, settings))) << threads; });
    }
    view.camera.eye.x() += 1e-3;
    EXPECT_FALSE(are_equal(first, render(view, settings)));
}

// [steps of 8 bits] the rms difference of two pictures as shown, or of their means over squares of pixels.
Real difference(const Image& a, const Image& b, int square = 1) {
    const Picture p = develop(a), q = develop(b);
    Real sum = 0;
    for (int y = 0; y < p.size.height; y += square) {
        for (int x = 0; x < p.size.width; x += square) {
            Real mean = 0;
            for (int i = 0; i < square * square; ++i) {
                const int column = x + i % square, row = y + i / square;
                mean += static_cast<Real>(p.at(column, row).green - q.at(column, row).green) / (square * square);
            }
            sum += mean * mean;
        }
    }
    return std::sqrt(sum * square * square / static_cast<Real>(p.pixels.size()));
}

// With four times the samples, and with means over squares of four pixels, random numbers would halve the error.
TEST(Renderer, SixteenSamplesShowLittleGrain) {
    const View view = ordinary();
    const ImageSize size{48, 32};
    const Image reference = render(view, {size, 1024});
    const Real few = difference(render(view, {size, 4}), reference);
    const Real usual = difference(render(view, {size, 16}), reference);
    EXPECT_LT(usual, 3.5);        // measured: 2.4, most of it at the borders of folds a pixel or two wide
    EXPECT_GT(few, 2.2 * usual);  // measured: 2.4
}

TEST(Renderer, ErrorsOfNeighboursCancelInSoftShadow) {
    View view;
    view.surfaces = {surface_of(make_grid({.size = {1, 1}, .cells = {2, 2}, .facing = Facing::level}), black())};
    view.ground = -0.5;
    view.light.sun_radius = 0.3f;
    view.light.sun_direction = Eigen::Vector3f(1, 2, 0).normalized();
    view.camera = {{-0.3, -0.1, 1}, {-0.25, -0.5, 0}};
    const ImageSize size{48, 32};
    const Image reference = render(view, {size, 1024});
    const Image few = render(view, {size, 4}), usual = render(view, {size, 16});
    // Measured: 0.32 and 0.30.
    EXPECT_LT(difference(few, reference, 2), 0.4 * difference(few, reference));
    EXPECT_LT(difference(usual, reference), 0.4 * difference(few, reference));
}

TEST(Renderer, ColoursOfParticlesReplaceThoseOfTheMaterial) {
    View view = furnace(white());
    view.surfaces = {surface_of(make_grid({.size = {9, 9}, .cells = {1, 1}}), white())};
    view.surfaces[0].material.sheen = 0;
    view.surfaces[0].colors = std::vector<Color>(4, Color(0.2f, 0.4f, 0.6f));
    view.camera = {{0, 0, 4}, {0, 0, 0}};
    for (const Color& pixel : render(view, {{16, 16}, 1}).pixels) {
        EXPECT_LT((pixel - Color(0.2f, 0.4f, 0.6f)).norm(), 1e-6f);
    }
}

TEST(Renderer, AnEmptyViewIsTheBackdrop) {
    View view;
    for (const Color& pixel : render(view, {{16, 16}, 1}).pixels) EXPECT_EQ(pixel, view.light.backdrop);
}

}  // namespace
}  // namespace pleat
