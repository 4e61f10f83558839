#include <algorithm>
#include <limits>
#include <string>

#include <embree3/rtcore.h>

#include <pleat/core/error.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/render/ray_scene.hpp>

namespace pleat {
namespace {

template <class EmbreeRay>
void fill(const Ray& ray, EmbreeRay& out) {
    out.org_x = ray.origin.x();
    out.org_y = ray.origin.y();
    out.org_z = ray.origin.z();
    out.dir_x = ray.direction.x();
    out.dir_y = ray.direction.y();
    out.dir_z = ray.direction.z();
    out.tnear = 0;
    out.tfar = std::numeric_limits<float>::infinity();
    out.time = 0;
    out.mask = ~0u;
    out.flags = 0;
}

void add(RTCDevice device, RTCScene scene, const DrawnSurface& surface) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* positions = static_cast<float*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), surface.positions.size()));
    auto* triangles = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), surface.triangles.size()));
    // Without memory the buffers are null, and the caller reports it.
    if (positions != nullptr && triangles != nullptr) {
        for (const Eigen::Vector3f& x : surface.positions) positions = std::copy_n(x.data(), 3, positions);
        for (const auto& triangle : surface.triangles) {
            for (const int particle : triangle) *triangles++ = static_cast<unsigned>(particle);
        }
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
}

}  // namespace

struct RayScene::Embree {
    Embree() : device(rtcNewDevice(nullptr)), scene(device == nullptr ? nullptr : rtcNewScene(device)) {}
    ~Embree() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;

    RTCDevice device;
    RTCScene scene;
};

RayScene::RayScene(std::span<const DrawnSurface> surfaces) : embree_(std::make_unique<Embree>()) {
    if (embree_->scene == nullptr) throw Error(ErrorKind::io, "Embree, which finds what can be seen, does not start");
    rtcSetSceneFlags(embree_->scene, RTC_SCENE_FLAG_ROBUST);
    for (const DrawnSurface& surface : surfaces) add(embree_->device, embree_->scene, surface);
    // One thread builds the tree, so that it does not depend on their number. (Embree's own option for that would hold
    // all other work of the program to one thread as well.)
    Threads(1).run([&] { rtcJoinCommitScene(embree_->scene); });
    if (rtcGetDeviceError(embree_->device) != RTC_ERROR_NONE) {
        throw Error(ErrorKind::io, "there is not enough memory to draw this mesh");
    }
}

RayScene::~RayScene() = default;
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;

std::optional<Hit> RayScene::intersect(const Ray& ray) const {
    RTCRayHit found;
    fill(ray, found.ray);
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(embree_->scene, &context, &found);
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    const float u = found.hit.u, v = found.hit.v;
    return Hit{
        static_cast<int>(found.hit.geomID), static_cast<int>(found.hit.primID), found.ray.tfar, {1 - u - v, u, v}};
}

bool RayScene::is_blocked(const Ray& ray) const {
    RTCRay found;
    fill(ray, found);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(embree_->scene, &context, &found);
    return found.tfar < 0;
}

}  // namespace pleat
