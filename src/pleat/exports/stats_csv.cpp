// The figures of every frame of a run, as stats.json has them, as a table.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/file.hpp>

namespace pleat {
namespace {

using Json = nlohmann::ordered_json;

// Numbers stay as they are; words are quoted where they hold what separates.
std::string cell(const Json& value) {
    if (!value.is_string()) return value.dump();
    std::string text = value.get<std::string>();
    if (text.find_first_of(",\"\n") == text.npos) return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != text.npos; at += 2) text.insert(at, 1, '"');
    return '"' + text + '"';
}

// Some frames have figures that others do not: an empty cell. Lists are left out.
class Table {
public:
    void add_row(const Json& frame) {
        rows_.emplace_back();
        add_cells(frame, "");
    }

    std::string text() const {
        std::string text = join([](const std::string& column) { return column; });
        for (const auto& row : rows_) {
            text += join([&](const std::string& column) {
                const auto place = row.find(column);
                return place == row.end() ? std::string() : place->second;
            });
        }
        return text;
    }

private:
    // Figures of figures have the names of both: "energy.kinetic".
    void add_cells(const Json& value, const std::string& name) {
        if (value.is_array()) return;
        if (value.is_object()) {
            for (const auto& [key, inner] : value.items()) add_cells(inner, name.empty() ? key : name + "." + key);
            return;
        }
        if (std::find(columns_.begin(), columns_.end(), name) == columns_.end()) columns_.push_back(name);
        rows_.back()[name] = cell(value);
    }

    template <class Cell>
    std::string join(Cell&& cell_of) const {
        std::string line;
        for (const std::string& column : columns_) line += (line.empty() ? "" : ",") + cell_of(column);
        return line + "\n";
    }

    std::vector<std::string> columns_;
    std::vector<std::map<std::string, std::string>> rows_;
};

}  // namespace

void write_stats_csv(const ExportSource& source, const std::filesystem::path& file) {
    const std::filesystem::path& stats = source.animation().files().stats;
    if (stats.empty()) {
        throw Error(ErrorKind::bad_input, "only the run of a scene has figures of its frames; leave out csv");
    }
    const Json account = Json::parse(read_file(stats), nullptr, false);
    if (account.is_discarded() || !account.contains("frames") || !account["frames"].is_array()) {
        throw Error(ErrorKind::bad_input, stats.string() + ": is not the account of a run");
    }
    Table table;
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        const auto frame = static_cast<std::size_t>(source.frame(sample));
        if (frame >= account["frames"].size()) {
            throw Error(ErrorKind::bad_input, stats.string() + ": has no frame " + std::to_string(frame));
        }
        table.add_row(account["frames"][frame]);
    }
    write_file(file, table.text());
}

}  // namespace pleat
