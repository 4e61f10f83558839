#include <atomic>
#include <chrono>
#include <map>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <pleat/core/error.hpp>
#include <pleat/view/gate.hpp>
#include <pleat/view/page_outbox.hpp>
#include <pleat/view/server.hpp>

namespace pleat {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr auto kHandshakeTime = std::chrono::seconds(5);
constexpr auto kAnswerTime = std::chrono::seconds(30);
constexpr auto kSilence = std::chrono::seconds(60);  // a page that does not even answer pings is gone
constexpr int kMostSockets = 64;
constexpr std::size_t kMostPages = 8;
constexpr std::uint32_t kLongestHead = 8192;   // [bytes] of a request
constexpr std::size_t kLongestMessage = 4096;  // [bytes] of a page
constexpr double kMessagesPerSecond = 500, kMessagesAtOnce = 1000;

class PageConnection;

// What all connections share. Used by the server's thread alone.
struct House {
    Gate gate;
    std::span<const PageFile> files;
    Session* session = nullptr;
    std::map<int, std::weak_ptr<PageConnection>> pages;
    int last_page = 0;
    int sockets = 0;
};

// Counts the sockets that are open.
class SocketCount {
public:
    explicit SocketCount(House& house) : house_(&house) { ++house.sockets; }
    SocketCount(SocketCount&& other) noexcept : house_(std::exchange(other.house_, nullptr)) {}
    SocketCount& operator=(SocketCount&&) = delete;
    ~SocketCount() {
        if (house_ != nullptr) --house_->sockets;
    }

private:
    House* house_;
};

using Request = http::request<http::empty_body>;

std::string_view header(const Request& request, std::string_view name) {
    const auto found = request.find(beast::string_view(name.data(), name.size()));
    return found == request.end() ? std::string_view() : std::string_view(found->value().data(), found->value().size());
}

std::string_view target_of(const Request& request) { return {request.target().data(), request.target().size()}; }

// One page and the messages to and from it.
class PageConnection : public std::enable_shared_from_this<PageConnection> {
public:
    PageConnection(House& house, beast::tcp_stream&& stream, SocketCount&& count)
        : house_(house),
          socket_(std::move(stream)),
          count_(std::move(count)),
          number_(++house.last_page),
          outbox_(house.session->greeting(number_)),
          limit_(kMessagesPerSecond, kMessagesAtOnce, Clock::now()) {}

    ~PageConnection() {
        house_.pages.erase(number_);
        if (house_.session != nullptr) house_.session->leave(number_);
    }

    void begin(const Request& request) {
        house_.pages[number_] = weak_from_this();
        beast::get_lowest_layer(socket_).expires_never();
        beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true));
        socket_.set_option(websocket::stream_base::timeout{kHandshakeTime, kSilence, true});
        socket_.read_message_max(kLongestMessage);
        socket_.auto_fragment(false);
        socket_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
            if (error) return;
            self->is_open_ = true;
            self->offer(self->house_.session->news());
            self->read();
        });
    }

    void drop() {
        is_open_ = false;
        beast::get_lowest_layer(socket_).close();
    }

    void offer(const ShowNews& news) {
        outbox_.offer(news);
        write();
    }

    void tell(SharedMessage notice) {
        outbox_.add_notice(std::move(notice));
        write();
    }

private:
    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error || !self->take(beast::buffers_to_string(self->buffer_.data()))) return self->drop();
            self->buffer_.clear();
            self->read();
        });
    }

    // False if the page is not to be listened to any more.
    bool take(const std::string& text) {
        if (!limit_.allows(Clock::now()) || !socket_.got_text()) return false;
        try {
            const PageCommand command = parse_page_command(text);
            if (const auto* shown = std::get_if<Acknowledge>(&command)) {
                outbox_.acknowledge(*shown);
                write();
                return true;
            }
            return house_.session->submit(number_, command);
        } catch (const Error&) {
            return false;  // our own page makes no such mistakes
        }
    }

    void write() {
        if (!is_open_ || is_writing_) return;
        SharedMessage message = outbox_.next();
        if (message == nullptr) return;
        is_writing_ = true;
        socket_.binary(message->is_binary);
        socket_.async_write(asio::buffer(message->bytes),
                            [self = shared_from_this(), message](ErrorCode error, std::size_t) {
                                self->is_writing_ = false;
                                if (!error) self->write();
                            });
    }

    House& house_;
    websocket::stream<beast::tcp_stream> socket_;
    SocketCount count_;
    int number_;
    PageOutbox outbox_;
    RateLimit limit_;
    beast::flat_buffer buffer_;
    bool is_open_ = false;
    bool is_writing_ = false;
};

// One request: for a file, or to become a page's connection.
class RequestConnection : public std::enable_shared_from_this<RequestConnection> {
public:
    RequestConnection(House& house, tcp::socket&& socket) : house_(house), stream_(std::move(socket)), count_(house) {
        parser_.header_limit(kLongestHead);
        parser_.body_limit(0);
    }

    void begin() {
        stream_.expires_after(kHandshakeTime);
        http::async_read_header(stream_, buffer_, parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (!error) self->answer(self->parser_.get());
        });
    }

private:
    void answer(const Request& request) {
        const std::string_view origin = header(request, "Origin"), site = header(request, "Sec-Fetch-Site");
        const bool is_upgrade = websocket::is_upgrade(request);
        if (!house_.gate.knows_host(header(request, "Host"))) return refuse(http::status::forbidden);
        if (request.count(http::field::host) != 1) return refuse(http::status::bad_request);
        if ((is_upgrade || request.count(http::field::origin) > 0) && !house_.gate.knows_origin(origin)) {
            return refuse(http::status::forbidden);
        }
        if (!site.empty() && site != "same-origin" && site != "none") return refuse(http::status::forbidden);
        if (is_upgrade) return upgrade(request);
        if (request.method() != http::verb::get) return refuse(http::status::method_not_allowed);
        for (const PageFile& file : house_.files) {
            if (file.target == target_of(request)) return send(http::status::ok, file.type, file.bytes);
        }
        refuse(http::status::not_found);
    }

    void upgrade(const Request& request) {
        if (!house_.gate.knows_session(target_of(request))) return refuse(http::status::forbidden);
        if (house_.pages.size() >= kMostPages) return refuse(http::status::service_unavailable);
        std::make_shared<PageConnection>(house_, std::move(stream_), std::move(count_))->begin(request);
    }

    void refuse(http::status status) {
        const beast::string_view reason = http::obsolete_reason(status);
        send(status, "text/plain", {reason.data(), reason.size()});
    }

    void send(http::status status, std::string_view type, std::string_view body) {
        response_.result(status);
        response_.set(http::field::content_type, beast::string_view(type.data(), type.size()));
        const std::string own = "127.0.0.1:" + std::to_string(house_.gate.port);
        const std::string other = "localhost:" + std::to_string(house_.gate.port);
        response_.set("Content-Security-Policy",
                      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src ws://" +
                          own + " ws://" + other + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        response_.set("X-Content-Type-Options", "nosniff");
        response_.set("X-Frame-Options", "DENY");
        response_.set("Referrer-Policy", "no-referrer");
        response_.set("Cross-Origin-Opener-Policy", "same-origin");
        response_.set("Cross-Origin-Embedder-Policy", "require-corp");
        response_.set("Cross-Origin-Resource-Policy", "same-origin");
        response_.set("Cache-Control", "no-store");
        response_.body() = std::string(body);
        response_.keep_alive(false);
        response_.prepare_payload();
        stream_.expires_after(kAnswerTime);
        http::async_write(stream_, response_, [self = shared_from_this()](ErrorCode, std::size_t) {
            ErrorCode ignored;
            self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        });
    }

    House& house_;
    beast::tcp_stream stream_;
    SocketCount count_;
    beast::flat_buffer buffer_{kLongestHead};
    http::request_parser<http::empty_body> parser_;
    http::response<http::string_body> response_;
};

}  // namespace

struct Server::Parts {
    House house;
    asio::io_context context{1};
    tcp::acceptor acceptor{context};
    asio::steady_timer timer{context};
    std::atomic<bool> is_woken{false};

    void accept() {
        acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
            if (!error && house.sockets < kMostSockets) {
                std::make_shared<RequestConnection>(house, std::move(socket))->begin();
            }
            if (acceptor.is_open()) accept();
        });
    }

    void watch(const std::function<bool()>& should_stop) {
        timer.expires_after(std::chrono::milliseconds(100));
        timer.async_wait([this, &should_stop](ErrorCode) { should_stop() ? context.stop() : watch(should_stop); });
    }

    void tell_pages() {
        is_woken = false;
        const std::vector<Notice> notices = house.session->take_notices();
        const ShowNews news = house.session->news();
        std::vector<std::shared_ptr<PageConnection>> pages;
        for (const auto& [number, page] : house.pages) {
            const auto alive = page.lock();
            if (alive == nullptr) continue;
            pages.push_back(alive);
            for (const Notice& notice : notices) {
                if (notice.page == number || notice.page == kEveryPage) alive->tell(notice.message);
            }
        }
        for (const auto& page : pages) page->offer(news);
    }
};

Server::Server(std::span<const PageFile> files, unsigned short port) : parts_(std::make_unique<Parts>()) {
    tcp::acceptor& acceptor = parts_->acceptor;
    try {
        const tcp::endpoint place(asio::ip::address_v4::loopback(), port);
        acceptor.open(place.protocol());
        acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(place);
        acceptor.listen();
    } catch (const boost::system::system_error& error) {
        throw Error(ErrorKind::io, "port " + std::to_string(port) + " cannot be had: " + error.code().message() +
                                       "; choose another one with --port, or any that is free with --port 0");
    }
    parts_->house.files = files;
    parts_->house.gate = {acceptor.local_endpoint().port(), make_token()};
}

Server::~Server() = default;

std::string Server::address() const {
    return "http://127.0.0.1:" + std::to_string(parts_->house.gate.port) + "/#" + parts_->house.gate.token;
}

void Server::run(Session& session, const std::function<bool()>& should_stop) {
    parts_->house.session = &session;
    parts_->accept();
    parts_->watch(should_stop);
    parts_->context.run();
    // Connections look back at the session, which may end after this.
    parts_->acceptor.close();
    for (const auto& [number, page] : parts_->house.pages) {
        if (const auto alive = page.lock()) alive->drop();
    }
    parts_->context.restart();
    parts_->context.poll();
    parts_->house.session = nullptr;
}

void Server::wake() {
    if (parts_->is_woken.exchange(true)) return;
    asio::post(parts_->context, [parts = parts_.get()] {
        if (parts->house.session != nullptr) parts->tell_pages();
    });
}

}  // namespace pleat
