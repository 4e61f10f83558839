// Who may come in. Any page in the user's browser can send requests to the loopback address, and so can every program
// of every user of the machine: so it is asked by which name they come, from which page, whether they know the secret
// of this run, and how often they speak.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

namespace pleat {

/// 32 random hexadecimal digits. Throws ErrorKind::io if the system has none.
std::string make_token();

/// Whether both are the same; takes as long when they differ early as when they differ late.
bool is_same_secret(std::string_view given, std::string_view secret);

/// What requests have to say.
struct Gate {
    unsigned short port = 0;
    std::string token;

    /// The header Host: a name that can be rebound to this machine would not be ours.
    bool knows_host(std::string_view host) const;
    /// The header Origin: only our own page.
    bool knows_origin(std::string_view origin) const;
    /// "/session?token=…" and nothing else.
    bool knows_session(std::string_view target) const;
};

/// Lets so many messages through in a second, and more for a moment.
class RateLimit {
public:
    using Time = std::chrono::steady_clock::time_point;

    RateLimit(double per_second, double at_once, Time now)
        : per_second_(per_second), at_once_(at_once), left_(at_once), last_(now) {}

    bool allows(Time now);

private:
    double per_second_;
    double at_once_;
    double left_;
    Time last_;
};

}  // namespace pleat
