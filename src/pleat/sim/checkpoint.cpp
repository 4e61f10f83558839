// Layout: 16 bytes of magic and version, the fingerprint, the payload's size, the payload, a hash of all before it.
// Numbers are little endian, as in memory.
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/sim/checkpoint.hpp>

namespace pleat {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic("pleat-state\0\0\0\0\x8", 16);

// Writing and reading go through the same `fields` functions below, so they cannot disagree.
class Writer {
public:
    template <class T>
    void value(const T& v) {
        static_assert(std::is_arithmetic_v<T>);
        bytes.append(reinterpret_cast<const char*>(&v), sizeof v);
    }
    void flag(const bool& v) { value(static_cast<std::uint8_t>(v)); }
    void vector(const Vec3& v) {
        for (int d = 0; d < 3; ++d) value(v[d]);
    }
    void text(const std::string& s) {
        value(static_cast<std::uint64_t>(s.size()));
        bytes.append(s);
    }
    template <class T, class Item>
    void list(const std::vector<T>& items, std::size_t, Item&& item) {
        value(static_cast<std::uint64_t>(items.size()));
        for (const T& i : items) item(i);
    }

    std::string bytes;
};

class Reader {
public:
    Reader(std::string_view payload, const std::string& name) : rest_(payload), name_(name) {}

    template <class T>
    void value(T& v) {
        static_assert(std::is_arithmetic_v<T>);
        std::memcpy(&v, take(sizeof v), sizeof v);
        if constexpr (std::is_floating_point_v<T>) {
            if (!std::isfinite(v)) refuse("holds a number that is not finite");
        }
    }
    void flag(bool& v) {
        std::uint8_t byte = 0;
        value(byte);
        if (byte > 1) refuse("is damaged");
        v = byte == 1;
    }
    void vector(Vec3& v) {
        for (int d = 0; d < 3; ++d) value(v[d]);
    }
    void text(std::string& s) {
        std::uint64_t size = 0;
        value(size);
        if (size > rest_.size()) refuse("is damaged");
        s.assign(take(size), size);
    }
    // `smallest` is the least number of bytes an item can have: a count that cannot be true is found before allocating.
    template <class T, class Item>
    void list(std::vector<T>& items, std::size_t smallest, Item&& item) {
        std::uint64_t size = 0;
        value(size);
        if (size > rest_.size() / smallest) refuse("is damaged");
        items.resize(size);
        for (T& i : items) item(i);
    }

    bool is_at_end() const { return rest_.empty(); }
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error(ErrorKind::bad_input, name_ + ": " + why + "; start again without --resume");
    }

private:
    const char* take(std::size_t size) {
        if (size > rest_.size()) refuse("is damaged");
        const char* taken = rest_.data();
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
    const std::string& name_;
};

template <class Archive, class Strain>
void strain_fields(Archive& io, Strain& s) {
    io.value(s.max_stretch);
    io.value(s.mean_stretch);
    io.value(s.max_compression);
    io.value(s.mean_compression);
}

template <class Archive, class Flows>
void flow_fields(Archive& io, Flows& flows) {
    for (const EnergyFlow& flow : kEnergyFlows) io.value(flows.*flow.value);
}

template <class Archive, class Stats>
void stats_fields(Archive& io, Stats& s) {
    io.value(s.frame);
    io.value(s.time);
    io.value(s.steps);
    io.value(s.smallest_step);
    io.value(s.largest_step);
    io.value(s.rejections);
    io.text(s.rejection_reason);
    io.value(s.evaluations);
    io.value(s.cg_iterations);
    io.value(s.contacts);
    io.value(s.cloth_contacts);
    io.value(s.inside);
    io.value(s.crossings);
    io.value(s.fail_safe_moves);
    for (auto& moved : s.corrections.moved) io.value(moved);
    io.value(s.corrections.substeps);
    io.value(s.corrections.orders);
    io.value(s.corrections.order_seconds);
    io.value(s.corrections.repetitions);
    for (const ImpulseStage& stage : kImpulseStages) io.value(s.corrections.impulse_seconds.*stage.value);
    auto& e = s.energy;
    for (auto* energy : {&e.kinetic, &e.gravity, &e.stretch, &e.shear, &e.bend, &e.pressing}) io.value(*energy);
    flow_fields(io, s.flows);
    io.value(s.remainder);
    strain_fields(io, s.warp);
    strain_fields(io, s.weft);
    strain_fields(io, s.bias);
    io.value(s.rms_speed);
    io.value(s.max_speed);
    io.value(s.max_constraint_error);
    io.value(s.hash);
    auto& t = s.seconds;
    for (auto* seconds : {&t.eval, &t.solve, &t.cloth_cloth, &t.cloth_solid, &t.corrections, &t.output, &t.total}) {
        io.value(*seconds);
    }
}

template <class Archive, class S>
void state_fields(Archive& io, S& state) {
    io.value(state.time);
    io.value(state.frame);
    io.list(state.position, sizeof(Vec3), [&](auto& x) { io.vector(x); });
    io.list(state.velocity, sizeof(Vec3), [&](auto& v) { io.vector(v); });
    io.list(state.acceleration, sizeof(Vec3), [&](auto& a) { io.vector(a); });
    io.value(state.history.step);
    io.list(state.history.force_per_mass, sizeof(Vec3), [&](auto& f) { io.vector(f); });
    io.list(state.history.recoil, sizeof(Vec3), [&](auto& v) { io.vector(v); });
    io.list(state.history.position, sizeof(Vec3), [&](auto& x) { io.vector(x); });
    io.list(state.history.velocity, sizeof(Vec3), [&](auto& v) { io.vector(v); });
    flow_fields(io, state.power);
    io.value(state.pressing_energy);
    io.list(state.pin_grips, sizeof(Vec3) + sizeof(Real) + 1, [&](auto& grip) {
        io.vector(grip.anchor);
        io.value(grip.since);
        io.flag(grip.is_holding);
    });
    io.list(state.gripped, sizeof(int), [&](auto& particle) { io.value(particle); });
    io.list(state.contacts, 2 * sizeof(Vec3), [&](auto& contact) {
        io.value(contact.particle);
        io.value(contact.triangle);
        io.vector(contact.normal);
        io.vector(contact.strain);
        io.value(contact.pressing);
    });
    for (auto* grips : {&state.grips, &state.cloth_grips}) {
        io.list(*grips, sizeof(Vec3), [&](auto& grip) {
            io.flag(grip.pair.is_edges);
            io.value(grip.pair.first);
            io.value(grip.pair.second);
            io.vector(grip.strain);
            io.value(grip.push);
        });
    }
    io.list(state.inside, sizeof(int), [&](auto& particle) { io.value(particle); });
    io.list(state.tangled, sizeof(int), [&](auto& particle) { io.value(particle); });
    io.value(state.crossings);
    io.list(state.order.particles, sizeof(int), [&](auto& particle) { io.value(particle); });
    io.value(state.order.differing);
    io.list(state.order.touched, sizeof(Real), [&](auto& time) { io.value(time); });
    io.flag(state.order.is_made);
    io.value(state.control.step);
    io.value(state.control.good_steps);
    io.value(state.control.wait);
    io.flag(state.control.is_trying);
    io.value(state.settling_energy);
}

template <class Archive, class C>
void payload_fields(Archive& io, C& checkpoint) {
    constexpr std::size_t kSmallestStats = 100;
    state_fields(io, checkpoint.snapshot.state);
    stats_fields(io, checkpoint.snapshot.frame_so_far);
    stats_fields(io, checkpoint.snapshot.last_frame);
    for (auto& moved : checkpoint.snapshot.moved_so_far.by) {
        io.list(moved, sizeof(Real), [&](auto& way) { io.value(way); });
    }
    io.list(checkpoint.frames, kSmallestStats, [&](auto& stats) { stats_fields(io, stats); });
}

std::uint64_t hash_of(std::string_view bytes) { return Hash().text(bytes).digest(); }

}  // namespace

std::string format_checkpoint(const Checkpoint& checkpoint) {
    Writer payload;
    payload_fields(payload, checkpoint);
    Writer file;
    file.bytes = kMagic;
    file.value(checkpoint.fingerprint);
    file.value(static_cast<std::uint64_t>(payload.bytes.size()));
    file.bytes += payload.bytes;
    file.value(hash_of(file.bytes));
    return std::move(file.bytes);
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name, std::uint64_t fingerprint) {
    constexpr std::size_t kHeader = 16 + 8 + 8;
    Reader whole(bytes, name);
    if (bytes.size() < kHeader + 8 || bytes.substr(0, 11) != kMagic.substr(0, 11))
        whole.refuse("is not a checkpoint of Pleat");
    if (bytes.substr(0, 16) != kMagic) whole.refuse("was written by another version of Pleat");
    Reader header(bytes.substr(16, 16), name);
    Checkpoint checkpoint;
    std::uint64_t size = 0;
    header.value(checkpoint.fingerprint);
    header.value(size);
    if (size != bytes.size() - kHeader - 8) whole.refuse("is cut short or too long");
    std::uint64_t hash = 0;
    Reader(bytes.substr(bytes.size() - 8), name).value(hash);
    if (hash != hash_of(bytes.substr(0, bytes.size() - 8))) whole.refuse("is damaged");
    if (checkpoint.fingerprint != fingerprint) whole.refuse("was made from another scene or with other settings");
    Reader payload(bytes.substr(kHeader, size), name);
    payload_fields(payload, checkpoint);
    if (!payload.is_at_end()) whole.refuse("is damaged");
    return checkpoint;
}

}  // namespace pleat
