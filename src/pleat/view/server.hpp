// Serves the viewer's page and its session on the loopback address. server.cpp is the only file that knows Boost.Beast.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <pleat/view/page_file.hpp>
#include <pleat/view/session.hpp>

namespace pleat {

/// One thread serves all pages.
class Server {
public:
    /// Takes the port, 0: any that is free. Throws ErrorKind::io if that cannot be had.
    Server(std::span<const PageFile> files, unsigned short port);
    ~Server();

    /// What to open in a browser. The secret stands behind the #, so that no browser sends it to anybody.
    std::string address() const;

    /// Until `should_stop` says so; it is asked ten times a second.
    void run(Session& session, const std::function<bool()>& should_stop);
    /// There is something new to tell the pages; any thread may say so.
    void wake();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace pleat
