// How light leaves woven cloth.
//
// Seen at an angle with cosine m, fibres that stand out hide S(m) = sheen (1 - m)^3 of the threads and throw light back
// evenly, half of it white; the threads scatter the share albedo. A part comes from the other side:
//     pi f = (1 - transmission, or transmission) (S(m) (1 + albedo) / 2 + (1 - S(m)) albedo).
// So no more light leaves than comes in. Light and view cannot be exchanged, as in nature, for the sake of little
// grain: a lobe at grazing angles that could would be met by few rays.
#pragma once
#include <pleat/render/drawn_surface.hpp>

namespace pleat {

/// What the eye meets at one place of a surface.
struct WovenPoint {
    Color albedo;            ///< of the threads
    Eigen::Vector3f normal;  ///< of length 1, towards the eye
    float sheen;
    float transmission;
};

/// The plain weave at material coordinates `uv` [m], looked at through a pixel `footprint` [m] wide: where threads are
/// narrower than that, their mean. `along_u` and `along_v` are the directions of u and v in space.
WovenPoint weave(const Material& material, const Eigen::Vector2f& uv, float footprint, const Eigen::Vector3f& normal,
                 const Eigen::Vector3f& along_u, const Eigen::Vector3f& along_v);

/// Which side of the cloth light comes from.
enum class LitSide { seen, hidden };

/// pi times the share of light from both sides together that goes to a direction of cosine `out` > 0 with the normal.
Color total_scatter(const WovenPoint& point, float out);
/// pi times the share of light from one side that goes to a direction of cosine `out` > 0 with the normal.
Color scatter(const WovenPoint& point, LitSide from, float out);

}  // namespace pleat
