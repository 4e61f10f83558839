#include <algorithm>
#include <array>

#include <sys/random.h>

#include <pleat/core/error.hpp>
#include <pleat/view/gate.hpp>

namespace pleat {

std::string make_token() {
    std::array<unsigned char, 16> bytes;
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw Error(ErrorKind::io, "the system gives no random numbers");
    }
    std::string token;
    for (const unsigned char byte : bytes) {
        token += "0123456789abcdef"[byte >> 4];
        token += "0123456789abcdef"[byte & 15];
    }
    return token;
}

bool is_same_secret(std::string_view given, std::string_view secret) {
    unsigned difference = given.size() == secret.size() ? 0 : 1;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const char other = i < given.size() ? given[i] : '\0';
        difference |= static_cast<unsigned char>(secret[i] ^ other);
    }
    return difference == 0;
}

bool Gate::knows_host(std::string_view host) const {
    const std::string end = ":" + std::to_string(port);
    return host == "127.0.0.1" + end || host == "localhost" + end;
}

bool Gate::knows_origin(std::string_view origin) const {
    constexpr std::string_view kScheme = "http://";
    return origin.starts_with(kScheme) && knows_host(origin.substr(kScheme.size()));
}

bool Gate::knows_session(std::string_view target) const {
    constexpr std::string_view kBegin = "/session?token=";
    return target.starts_with(kBegin) && is_same_secret(target.substr(kBegin.size()), token);
}

bool RateLimit::allows(Time now) {
    left_ = std::min(at_once_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
}

}  // namespace pleat
