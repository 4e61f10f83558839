// The order of directional correction, held against algorithm 1 of Ozgen & Kallmann 2011 written down once more,
// plainly.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <queue>
#include <random>
#include <set>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/correction_order.hpp>
#include <pleat/mesh/grid.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

using test::one_cloth;

constexpr EdgeClass kSideways = EdgeClass::sideways, kDown = EdgeClass::down, kAskew = EdgeClass::askew;
constexpr std::array<std::array<EdgeClass, 3>, 6> kEveryOrder{{{kSideways, kDown, kAskew},
                                                               {kSideways, kAskew, kDown},
                                                               {kDown, kSideways, kAskew},
                                                               {kDown, kAskew, kSideways},
                                                               {kAskew, kSideways, kDown},
                                                               {kAskew, kDown, kSideways}}};

constexpr std::array<int, 2> kCells{8, 6};

TriangleMesh sheet(Facing facing) { return make_grid({{1.2, 0.9}, kCells, facing}); }

TriangleMesh disc(Facing facing) { return make_disc({0.5, 7, facing}); }

// "Get ... springs": far ends of a particle's springs of a class, in the order in which they are tried.
using Springs = std::function<std::vector<int>(int particle, EdgeClass kind)>;

// What decides a list.
struct Case {
    const Model& model;
    std::vector<int> fixed;
    OrderSettings settings{};
};

// Algorithm 1, line by line; what is fixed cannot be visited.
std::vector<OrderedEdge> printed_algorithm(const Case& c, const Springs& springs) {
    std::vector<OrderedEdge> list;
    std::queue<int> queue;
    std::vector<int> visited(c.model.positions.size(), 0);
    for (const int v : c.fixed) {
        queue.push(v);
        visited[at(v)] = 1'000'000;
    }
    while (!queue.empty()) {
        const int source = queue.front();
        queue.pop();
        for (const EdgeClass kind : c.settings.classes) {
            for (const int goal : springs(source, kind)) {
                if (visited[at(goal)] >= c.settings.visit_limit) continue;
                const Vec3 way = c.model.positions[at(goal)] - c.model.positions[at(source)];
                list.push_back({source, goal, way.norm(), kind});
                ++visited[at(goal)];
                queue.push(goal);
            }
        }
    }
    return list;
}

std::vector<int> reachable(const Case& c, const Springs& springs) {
    std::set<int> seen(c.fixed.begin(), c.fixed.end());
    std::vector<int> open = c.fixed;
    while (!open.empty()) {
        const int source = open.back();
        open.pop_back();
        for (const EdgeClass kind : {kSideways, kDown, kAskew}) {
            for (const int goal : springs(source, kind)) {
                if (seen.insert(goal).second) open.push_back(goal);
            }
        }
    }
    for (const int particle : c.fixed) seen.erase(particle);
    return {seen.begin(), seen.end()};
}

// What is true of every list.
void expect_one_pass_can_meet_it(const Case& c, const std::vector<OrderedEdge>& list) {
    const std::set<int> fixed(c.fixed.begin(), c.fixed.end());
    std::vector<int> visits(c.model.positions.size(), 0);
    for (const OrderedEdge& edge : list) {
        EXPECT_TRUE(fixed.contains(edge.first) || visits[at(edge.first)] > 0) << edge.first;
        EXPECT_FALSE(fixed.contains(edge.second)) << edge.second;
        EXPECT_LE(++visits[at(edge.second)], c.settings.visit_limit) << edge.second;
    }
}

void expect_as_printed(const Case& c, const Springs& springs) {
    const std::vector<OrderedEdge> list = CorrectionOrder(c.model, c.settings).list(c.fixed);
    const std::vector<OrderedEdge> printed = printed_algorithm(c, springs);
    ASSERT_EQ(list.size(), printed.size());
    for (std::size_t e = 0; e < list.size(); ++e) {
        ASSERT_EQ(list[e].first, printed[e].first) << "edge " << e;
        ASSERT_EQ(list[e].second, printed[e].second) << "edge " << e;
        ASSERT_EQ(list[e].kind, printed[e].kind) << "edge " << e;
        ASSERT_NEAR(list[e].rest_length, printed[e].rest_length, 1e-12) << "edge " << e;
    }
    expect_one_pass_can_meet_it(c, list);
    std::set<int> seconds;
    for (const OrderedEdge& edge : list) seconds.insert(edge.second);
    EXPECT_EQ(std::vector<int>(seconds.begin(), seconds.end()), reachable(c, springs));
}

void expect_as_printed_in_every_order(Case c, const Springs& springs) {
    for (const auto& classes : kEveryOrder) {
        for (const int limit : {1, 2, 3, 5}) {
            c.settings.classes = classes;
            c.settings.visit_limit = limit;
            expect_as_printed(c, springs);
        }
    }
}

// Springs of the sheet by its rows and columns, if (i, j) + down is the particle below (i, j).
Springs springs_of_sheet(std::array<int, 2> down) {
    return [down](int particle, EdgeClass kind) {
        const int columns = kCells[0] + 1, i = particle % columns, j = particle / columns;
        const std::array<int, 2> side{down[1], down[0]};
        std::vector<std::array<int, 2>> steps;
        if (kind == kSideways) steps = {side, {-side[0], -side[1]}};
        if (kind == kDown) steps = {down};
        if (kind == kAskew) steps = {{down[0] + side[0], down[1] + side[1]}, {down[0] - side[0], down[1] - side[1]}};
        std::vector<int> ends;
        for (const auto& [di, dj] : steps) {
            if (i + di < 0 || i + di > kCells[0] || j + dj < 0 || j + dj > kCells[1]) continue;
            ends.push_back((j + dj) * columns + i + di);
        }
        std::sort(ends.begin(), ends.end());
        return ends;
    };
}

const Springs kHangingSheet = springs_of_sheet({0, -1});

// Springs of the sheet by the height [m] of its particles.
Springs springs_by_height(const Model& model, const std::vector<Real>& height) {
    return [&model, height](int particle, EdgeClass kind) {
        const int columns = kCells[0] + 1, i = particle % columns, j = particle / columns;
        std::vector<int> ends;
        for (int dj = -1; dj <= 1; ++dj) {
            for (int di = -1; di <= 1; ++di) {
                if (i + di < 0 || i + di > kCells[0] || j + dj < 0 || j + dj > kCells[1]) continue;
                const int end = (j + dj) * columns + i + di;
                if (end == particle || (di != 0 && dj != 0) != (kind == kAskew)) continue;
                const Real fall = height[at(particle)] - height[at(end)];
                const Real length = (model.positions[at(particle)] - model.positions[at(end)]).norm();
                const bool is_lower = fall > 1e-9, is_steep = std::abs(fall) > 0.7071 * length;
                if (kind == kSideways ? !is_steep : is_lower && (kind == kAskew || is_steep)) ends.push_back(end);
            }
        }
        return ends;
    };
}

// Minus the distance from the nearest fixed particle along springs of the sheet, by going over all until none changes.
std::vector<Real> heights_by_distance(const Model& model, const std::vector<int>& fixed) {
    std::vector<Real> height(model.positions.size(), -1e9);
    for (const int particle : fixed) height[at(particle)] = 0;
    const int columns = kCells[0] + 1;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int a = 0; a < model.particle_count(); ++a) {
            for (int b = 0; b < model.particle_count(); ++b) {
                if (std::abs(a % columns - b % columns) > 1 || std::abs(a / columns - b / columns) > 1) continue;
                const Real way = (model.positions[at(a)] - model.positions[at(b)]).norm();
                if (height[at(a)] - way <= height[at(b)] + 1e-12) continue;
                height[at(b)] = height[at(a)] - way;
                has_changed = true;
            }
        }
    }
    return height;
}

// Springs of any mesh that hangs: its edges by their angle with the level.
Springs springs_of_hanging_mesh(const Model& model) {
    std::vector<std::map<EdgeClass, std::set<int>>> springs(model.positions.size());
    for (const Edge& edge : model.edges) {
        for (const std::size_t own : {0, 1}) {
            const int from = edge.particles[own], to = edge.particles[1 - own];
            const Vec3 way = model.positions[at(to)] - model.positions[at(from)];
            const Real degrees = std::asin(way.y() / way.norm()) * 180 / kPi;
            if (std::abs(degrees) < 30 - 1e-3) {
                springs[at(from)][kSideways].insert(to);
            } else if (degrees < 0) {
                springs[at(from)][degrees < -60 - 1e-3 ? kDown : kAskew].insert(to);
            }
        }
    }
    return [springs](int particle, EdgeClass kind) {
        const auto found = springs[at(particle)].find(kind);
        return found == springs[at(particle)].end() ? std::vector<int>{}
                                                    : std::vector<int>(found->second.begin(), found->second.end());
    };
}

std::vector<int> random_particles(std::mt19937& random, int particle_count) {
    const int count = std::uniform_int_distribution(1, particle_count / 3)(random);
    std::set<int> chosen;
    for (int i = 0; i < count; ++i) chosen.insert(std::uniform_int_distribution(0, particle_count - 1)(random));
    return {chosen.begin(), chosen.end()};
}

TEST(CorrectionOrder, IsThePrintedOneOnASheetHungFromASideOrItsCorners) {
    const TriangleMesh mesh = sheet(Facing::upright);
    const Model model = one_cloth(mesh);
    std::vector<int> corners = mesh.groups.at("top-left");
    corners.push_back(mesh.groups.at("top-right").front());
    for (const auto& fixed : {mesh.groups.at("top"), mesh.groups.at("left"), mesh.groups.at("right"),
                              mesh.groups.at("top-left"), corners}) {
        expect_as_printed_in_every_order({model, fixed}, kHangingSheet);
    }
}

TEST(CorrectionOrder, IsThePrintedOneForAnyFixedParticlesOfAHangingSheet) {
    const Model model = one_cloth(sheet(Facing::upright));
    std::mt19937 random(1);
    for (int trial = 0; trial < 40; ++trial) {
        expect_as_printed_in_every_order({model, random_particles(random, model.particle_count())}, kHangingSheet);
    }
}

TEST(CorrectionOrder, OfALevelSheetLeadsAwayFromTheSideThatIsHeld) {
    const TriangleMesh mesh = sheet(Facing::level);
    const Model model = one_cloth(mesh);
    const auto expect_down = [&](const std::vector<int>& fixed, std::array<int, 2> down) {
        expect_as_printed_in_every_order({model, fixed}, springs_of_sheet(down));
    };
    expect_down(mesh.groups.at("top"), {0, -1});
    expect_down(mesh.groups.at("bottom"), {0, 1});
    expect_down(mesh.groups.at("left"), {1, 0});
    expect_down(mesh.groups.at("right"), {-1, 0});
    // Of two threads the one next to the way to the middle.
    expect_down(mesh.groups.at("top-left"), {1, 0});
    std::vector<int> corners = mesh.groups.at("top-left");
    corners.push_back(mesh.groups.at("top-right").front());
    expect_down(corners, {0, -1});
}

TEST(CorrectionOrder, OfALevelSheetHeldInTheMiddleLeadsOutwards) {
    const Model model = one_cloth(sheet(Facing::level));
    const int columns = kCells[0] + 1, middle = 3 * columns + 4;
    ASSERT_LT(model.positions[at(middle)].norm(), 1e-12);
    std::vector<Real> height;
    const Real side = 0.15;
    for (int p = 0; p < model.particle_count(); ++p) {
        // Diagonals as far as they go, then straight on.
        const Real di = std::abs(p % columns - 4), dj = std::abs(p / columns - 3);
        height.push_back(-side * (std::max(di, dj) + (std::sqrt(2.0) - 1) * std::min(di, dj)));
    }
    expect_as_printed_in_every_order({model, {middle}}, springs_by_height(model, height));
    // A step aside is an eighth of its length, and then there is a side that it leads away from; half a step is not.
    expect_as_printed_in_every_order({model, {middle + 1}}, springs_of_sheet({-1, 0}));
    const std::vector<int> two{middle, middle + 1};
    expect_as_printed_in_every_order({model, two}, springs_by_height(model, heights_by_distance(model, two)));
}

TEST(CorrectionOrder, OfALevelSheetFollowsTheDistanceFromAnyParticlesAroundTheMiddle) {
    const Model model = one_cloth(sheet(Facing::level));
    std::mt19937 random(2);
    for (int trial = 0; trial < 10; ++trial) {
        // Each with the one opposite to it.
        std::set<int> fixed;
        for (const int p : random_particles(random, model.particle_count() / 5)) {
            fixed.insert({p, model.particle_count() - 1 - p});
        }
        const std::vector<int> sorted(fixed.begin(), fixed.end());
        expect_as_printed_in_every_order({model, sorted}, springs_by_height(model, heights_by_distance(model, sorted)));
    }
}

TEST(CorrectionOrder, IsThePrintedOneByAnglesOnAMeshThatIsNoGrid) {
    std::mt19937 random(3);
    for (const Real turn : {0.0, 0.2, 1.0}) {
        TriangleMesh mesh = disc(Facing::upright);
        place(mesh, Mat3(Eigen::AngleAxis<Real>(turn, Vec3::UnitZ())), Vec3(0.1, 0.7, 0.3));
        const Model model = one_cloth(mesh);
        expect_as_printed_in_every_order({model, {0}}, springs_of_hanging_mesh(model));
        expect_as_printed_in_every_order({model, mesh.groups.at("rim")}, springs_of_hanging_mesh(model));
        for (int trial = 0; trial < 10; ++trial) {
            expect_as_printed_in_every_order({model, random_particles(random, model.particle_count())},
                                             springs_of_hanging_mesh(model));
        }
    }
}

TEST(CorrectionOrder, ReachesAllOfALevelDiscFromItsMiddle) {
    const Model model = one_cloth(disc(Facing::level));
    const Case c{model, {0}};
    const std::vector<OrderedEdge> list = CorrectionOrder(model, {}).list(c.fixed);
    expect_one_pass_can_meet_it(c, list);
    std::set<int> seconds;
    for (const OrderedEdge& edge : list) seconds.insert(edge.second);
    EXPECT_EQ(static_cast<int>(seconds.size()), model.particle_count() - 1);
}

TEST(CorrectionOrder, OnATreeOnePassMeetsEveryLength) {
    const TriangleMesh mesh = sheet(Facing::upright);
    const Model model = one_cloth(mesh);
    OrderSettings settings;
    settings.visit_limit = 1;
    const std::vector<int>& fixed = mesh.groups.at("top");
    const std::vector<OrderedEdge> tree = CorrectionOrder(model, settings).list(fixed);
    EXPECT_EQ(tree.size(), model.positions.size() - fixed.size());
    std::mt19937 random(4);
    std::vector<Vec3> x = test::shaken_positions(model, random, 0.1);
    for (const OrderedEdge& edge : tree) {
        const Vec3 way = x[at(edge.second)] - x[at(edge.first)];
        x[at(edge.second)] = x[at(edge.first)] + way * (edge.rest_length / way.norm());
    }
    for (const OrderedEdge& edge : tree) {
        EXPECT_NEAR((x[at(edge.second)] - x[at(edge.first)]).norm(), edge.rest_length, 1e-14);
    }
}

TEST(CorrectionOrder, WithoutFixedParticlesIsEmpty) {
    EXPECT_TRUE(CorrectionOrder(one_cloth(sheet(Facing::upright)), {}).list({}).empty());
    EXPECT_TRUE(CorrectionOrder(one_cloth(disc(Facing::level)), {}).list({}).empty());
}

TEST(CorrectionOrder, OfTwoClothsIsThatOfEachByItself) {
    for (const Facing facing : {Facing::upright, Facing::level}) {
        const ClothSource sheet_source{"sheet", sheet(facing), test::sample_fabric(), RestAngles::flat, {}};
        const ClothSource disc_source{"disc", disc(Facing::level), test::sample_fabric(), RestAngles::flat, {}};
        const Model both = ModelBuilder().add(sheet_source).add(disc_source).build();
        const Model first = one_cloth(sheet_source.mesh), second = one_cloth(disc_source.mesh);
        const int offset = first.particle_count();
        const std::vector<int> held = sheet_source.mesh.groups.at("right");
        std::vector<int> fixed = held;
        fixed.push_back(offset);
        std::vector<OrderedEdge> of_first, of_second;
        for (OrderedEdge edge : CorrectionOrder(both, {}).list(fixed)) {
            if (edge.first < offset) {
                of_first.push_back(edge);
            } else {
                edge.first -= offset;
                edge.second -= offset;
                of_second.push_back(edge);
            }
        }
        EXPECT_EQ(of_first, CorrectionOrder(first, {}).list(held));
        EXPECT_EQ(of_second, CorrectionOrder(second, {}).list(std::vector{0}));
        // What nothing holds is not in the list.
        EXPECT_EQ(CorrectionOrder(both, {}).list(held), of_first);
    }
}

TEST(CorrectionOrder, OneObjectMakesListsForManyFixedSets) {
    const TriangleMesh mesh = sheet(Facing::level);
    const Model model = one_cloth(mesh);
    const CorrectionOrder order(model, {});
    for (const char* group : {"top", "left", "top-right", "top"}) {
        EXPECT_EQ(order.list(mesh.groups.at(group)), CorrectionOrder(model, {}).list(mesh.groups.at(group)));
    }
}

// What lies on a bound: the discs' edges at 30 and 60 degrees, a sheet twice as wide as high, one that stands on a
// corner, and one that is held by a corner where both threads are as near.
TEST(CorrectionOrder, DoesNotDependOnRounding) {
    struct Example {
        TriangleMesh mesh;
        std::vector<int> fixed;
    };
    TriangleMesh wide = make_grid({{2, 1}, {16, 8}, Facing::upright});
    TriangleMesh square = make_grid({{1, 1}, {7, 7}, Facing::level});
    TriangleMesh diamond = make_grid({{1, 1}, {7, 7}, Facing::upright});
    place(diamond, Mat3(Eigen::AngleAxis<Real>(-kPi / 4, Vec3::UnitZ())), Vec3::Zero());
    const std::vector<Example> examples{{disc(Facing::upright), {0}},
                                        {disc(Facing::upright), disc(Facing::upright).groups.at("rim")},
                                        {wide, wide.groups.at("left")},
                                        {square, square.groups.at("top-left")},
                                        {diamond, diamond.groups.at("top-left")}};
    const auto edges_of = [](const TriangleMesh& mesh, const std::vector<int>& fixed) {
        std::vector<std::array<int, 2>> edges;
        for (const OrderedEdge& edge : CorrectionOrder(one_cloth(mesh), {}).list(fixed)) {
            edges.push_back({edge.first, edge.second});
        }
        return edges;
    };
    std::mt19937 random(5);
    for (const Example& example : examples) {
        const auto edges = edges_of(example.mesh, example.fixed);
        for (int trial = 0; trial < 10; ++trial) {
            TriangleMesh moved = example.mesh;
            for (Vec3& x : moved.positions) x += test::random_vector(random, 1e-10);
            place(moved, Mat3::Identity(), test::random_vector(random, 10));
            EXPECT_EQ(edges_of(moved, example.fixed), edges);
        }
    }
}

TEST(CorrectionOrder, OfASheetHungFromACornerGoesDownAllThreads) {
    TriangleMesh mesh = make_grid({{1, 1}, {7, 7}, Facing::upright});
    place(mesh, Mat3(Eigen::AngleAxis<Real>(-kPi / 4, Vec3::UnitZ())), Vec3::Zero());
    const Model model = one_cloth(mesh);
    const std::vector<OrderedEdge> list = CorrectionOrder(model, {}).list(mesh.groups.at("top-left"));
    std::set<int> seconds;
    for (const OrderedEdge& edge : list) {
        seconds.insert(edge.second);
        EXPECT_NE(edge.kind, kSideways);
        EXPECT_LT(model.positions[at(edge.second)].y(), model.positions[at(edge.first)].y() - 0.05);
    }
    EXPECT_EQ(static_cast<int>(seconds.size()), model.particle_count() - 1);
}

TEST(CorrectionOrder, DownIsWhereTheSettingsSay) {
    const TriangleMesh mesh = sheet(Facing::upright);
    const Model model = one_cloth(mesh);
    Case c{model, mesh.groups.at("left")};
    c.settings.down = Vec3::UnitX();
    expect_as_printed_in_every_order(c, springs_of_sheet({1, 0}));
    c.settings.down = Vec3::UnitY();
    expect_as_printed_in_every_order(c, springs_of_sheet({0, 1}));
    // Without any, as if it were level.
    c.settings.down = Vec3::Zero();
    expect_as_printed_in_every_order(c, springs_of_sheet({1, 0}));
}

}  // namespace
}  // namespace pleat
