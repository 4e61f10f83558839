#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/io/collision_queries.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_scanner.hpp>

namespace pleat {
namespace {

constexpr std::size_t kRows = 8;
constexpr std::size_t kColumns = 7;

struct Row {
    Vec3 position;
    bool is_contact;
};

// Walks through the lines, and knows where it is.
class Reader {
public:
    Reader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

    // Goes to the next line with anything on it.
    bool next_line() {
        do {
            if (rest_.empty()) return false;
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = rest_.substr(0, end);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            if (line_.ends_with('\r')) line_.remove_suffix(1);
            ++number_;
        } while (line_.empty());
        return true;
    }

    Row row() const {
        const std::array<std::string_view, kColumns> words = cut();
        Row row{};
        for (int d = 0; d < 3; ++d) {
            const auto column = 2 * static_cast<std::size_t>(d);
            const Real denominator = integer(words[column + 1]);
            if (denominator == 0) fail(words[column + 1], "must not be 0, being a denominator");
            row.position[d] = integer(words[column]) / denominator;
            if (!std::isfinite(row.position[d])) fail(words[column], "must be a number that is not that large");
        }
        if (words[6] != "0" && words[6] != "1") fail(words[6], "must be 0 or 1, the answer");
        row.is_contact = words[6] == "1";
        return row;
    }

    [[noreturn]] void fail(std::string_view word, const std::string& allowed) const {
        const auto column = static_cast<std::size_t>(word.data() - line_.data()) + 1;
        throw Error(ErrorKind::bad_input, name_ + ":" + std::to_string(number_) + ":" + std::to_string(column) + ": " +
                                              quoted(word) + "; " + allowed);
    }

    std::string_view line() const { return line_; }

private:
    std::array<std::string_view, kColumns> cut() const {
        if (std::count(line_.begin(), line_.end(), ',') != kColumns - 1)
            fail(line_, "must be 7 integers with commas between them");
        std::array<std::string_view, kColumns> words;
        std::size_t begin = 0;
        for (std::string_view& word : words) {
            const std::size_t end = std::min(line_.find(',', begin), line_.size());
            word = line_.substr(begin, end - begin);
            begin = end + 1;
        }
        return words;
    }

    // The nearest double, however long the integer is.
    Real integer(std::string_view word) const {
        const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
        const bool is_integer =
            !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!is_integer) fail(word, "must be an integer");
        Real value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc()) fail(word, "must be a number that is not that large");
        return value;
    }

    std::string_view rest_;
    std::string_view line_;
    const std::string& name_;
    int number_ = 0;
};

}  // namespace

std::vector<CollisionQuery> parse_collision_queries(std::string_view text, const std::string& name) {
    std::vector<CollisionQuery> queries;
    Reader reader(text, name);
    std::size_t row_in_query = 0;
    while (reader.next_line()) {
        const Row row = reader.row();
        if (row_in_query == 0) queries.push_back({{}, row.is_contact});
        if (row.is_contact != queries.back().is_contact)
            reader.fail(reader.line().substr(reader.line().size() - 1),
                        "must be the same answer in all lines of a query");
        PairMotion& motion = queries.back().motion;
        (row_in_query < 4 ? motion.start : motion.end)[row_in_query % 4] = row.position;
        row_in_query = (row_in_query + 1) % kRows;
    }
    if (row_in_query != 0)
        reader.fail(reader.line(),
                    "must not be the last line: the query has " + std::to_string(row_in_query) + " of 8");
    return queries;
}

std::vector<CollisionQuery> read_collision_queries(const std::filesystem::path& path) {
    return parse_collision_queries(read_file(path), path.string());
}

}  // namespace pleat
