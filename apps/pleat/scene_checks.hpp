// Looks for what is allowed in a scene but seldom meant.
#pragma once
#include <string>
#include <vector>

#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>

namespace pleat {

/// One sentence each, with a remedy: thin triangles, edges with more than two triangles, particles without a
/// triangle, cloth that starts stretched or squeezed, pins that never hold.
std::vector<std::string> find_mistakes(const Model& model, const Scene& scene, Real duration);

}  // namespace pleat
