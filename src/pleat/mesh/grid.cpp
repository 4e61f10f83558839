#include <cmath>

#include <pleat/core/error.hpp>
#include <pleat/mesh/grid.hpp>

namespace pleat {
namespace {

// Builds a mesh whose particles are given in material coordinates.
class FlatBuilder {
public:
    explicit FlatBuilder(Facing facing) : facing_(facing) {}

    int add_particle(const Vec2& uv) {
        uv_.push_back(uv);
        mesh.positions.push_back(facing_ == Facing::upright ? Vec3(uv.x(), uv.y(), 0) : Vec3(uv.x(), 0, -uv.y()));
        return static_cast<int>(uv_.size()) - 1;
    }

    void add_triangle(int i, int j, int k) {
        mesh.triangles.push_back({i, j, k});
        mesh.uv.push_back({at(i), at(j), at(k)});
    }

    TriangleMesh mesh;

private:
    Vec2 at(int i) const { return uv_[static_cast<std::size_t>(i)]; }

    Facing facing_;
    std::vector<Vec2> uv_;
};

}  // namespace

TriangleMesh make_grid(const GridShape& shape) {
    const int nu = shape.cells[0];
    const int nv = shape.cells[1];
    if (nu < 1 || nv < 1 || !(shape.size.minCoeff() > 0)) {
        throw Error(ErrorKind::bad_input, "a grid needs at least one cell each way and a positive size");
    }
    FlatBuilder builder(shape.facing);
    auto& groups = builder.mesh.groups;
    for (int j = 0; j <= nv; ++j) {
        for (int i = 0; i <= nu; ++i) {
            const Vec2 uv(shape.size.x() * (static_cast<Real>(i) / nu - 0.5),
                          shape.size.y() * (static_cast<Real>(j) / nv - 0.5));
            const int particle = builder.add_particle(uv);
            if (i == 0) groups["left"].push_back(particle);
            if (i == nu) groups["right"].push_back(particle);
            if (j == 0) groups["bottom"].push_back(particle);
            if (j == nv) groups["top"].push_back(particle);
        }
    }
    if (!shape.middle_particle) builder.mesh.grid_cells = shape.cells;
    const auto at = [&](int i, int j) { return j * (nu + 1) + i; };
    groups["bottom-left"] = {at(0, 0)};
    groups["bottom-right"] = {at(nu, 0)};
    groups["top-left"] = {at(0, nv)};
    groups["top-right"] = {at(nu, nv)};
    for (int j = 0; j < nv; ++j) {
        for (int i = 0; i < nu; ++i) {
            const int p = at(i, j), q = at(i + 1, j), r = at(i + 1, j + 1), s = at(i, j + 1);
            if (shape.middle_particle && i == nu / 2 && j == nv / 2) {
                const Vec2 middle(shape.size.x() * ((i + 0.5) / nu - 0.5), shape.size.y() * ((j + 0.5) / nv - 0.5));
                const int m = builder.add_particle(middle);
                builder.add_triangle(p, q, m);
                builder.add_triangle(q, r, m);
                builder.add_triangle(r, s, m);
                builder.add_triangle(s, p, m);
            } else if ((i + j) % 2 == 0) {
                builder.add_triangle(p, q, s);
                builder.add_triangle(q, r, s);
            } else {
                builder.add_triangle(p, q, r);
                builder.add_triangle(p, r, s);
            }
        }
    }
    return std::move(builder.mesh);
}

TriangleMesh make_disc(const DiscShape& shape) {
    if (shape.rings < 1 || !(shape.radius > 0)) {
        throw Error(ErrorKind::bad_input, "a disc needs at least one ring and a positive radius");
    }
    FlatBuilder builder(shape.facing);
    builder.mesh.groups["middle"] = {builder.add_particle(Vec2::Zero())};
    for (int ring = 1; ring <= shape.rings; ++ring) {
        for (int k = 0; k < 6 * ring; ++k) {
            const Real angle = 2 * kPi * k / (6 * ring);
            const Real r = shape.radius * ring / shape.rings;
            const int particle = builder.add_particle(r * Vec2(std::cos(angle), std::sin(angle)));
            if (ring == shape.rings) builder.mesh.groups["rim"].push_back(particle);
        }
    }
    // Ring r starts at 1 + 3 r (r - 1); each of its six sectors has r particles, one more than the ring inside it.
    const auto at = [](int ring, int k) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + k % (6 * ring); };
    for (int ring = 1; ring <= shape.rings; ++ring) {
        for (int sector = 0; sector < 6; ++sector) {
            for (int k = 0; k < ring; ++k) {
                const int outer = sector * ring + k;
                const int inner = sector * (ring - 1) + k;
                builder.add_triangle(at(ring, outer), at(ring, outer + 1), at(ring - 1, inner));
                if (k + 1 < ring)
                    builder.add_triangle(at(ring - 1, inner), at(ring, outer + 1), at(ring - 1, inner + 1));
            }
        }
    }
    return std::move(builder.mesh);
}

}  // namespace pleat
