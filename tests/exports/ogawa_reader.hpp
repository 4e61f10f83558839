// Reads Alembic files as their layout says, and shares nothing with what writes them.
#pragma once
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace pleat::test {

/// A property or an object of an Alembic file, with everything that is in it.
class OgawaNode {
public:
    std::string name, metadata;
    std::vector<OgawaNode> children;              ///< objects in an object
    std::map<std::string, OgawaNode> properties;  ///< of an object or a compound property
    unsigned pod = 0, extent = 0, kind = 0, sample_count = 0, times = 0;
    std::vector<std::string> samples;  ///< without their keys
    std::vector<std::string> keys;
};

class OgawaReader {
public:
    explicit OgawaReader(std::string bytes) : bytes_(std::move(bytes)) {
        require(bytes_.size() >= 16 && bytes_.substr(0, 5) == "Ogawa", "is no Ogawa file");
        require(static_cast<unsigned char>(bytes_[5]) == 0xFF, "was not finished");
        const auto root = group(number<std::uint64_t>(8));
        require(root.size() == 6, "root of six");
        file_version = number_in<std::int32_t>(chunk(root[0]), 0);
        library_version = number_in<std::int32_t>(chunk(root[1]), 0);
        read_times(chunk(root[4]));
        top = read_object(root[2], "ABC", "");
    }

    struct Times {
        unsigned samples;
        double cycle;
        std::vector<double> first;
    };
    int file_version, library_version;
    std::vector<Times> times;
    OgawaNode top;

private:
    static void require(bool is_so, const char* what) {
        if (!is_so) throw std::runtime_error(what);
    }
    template <class T>
    static T number_in(const std::string& text, std::size_t at) {
        require(at + sizeof(T) <= text.size(), "too short");
        T value;
        std::memcpy(&value, text.data() + at, sizeof value);
        return value;
    }
    template <class T>
    T number(std::uint64_t at) const {
        return number_in<T>(bytes_, at);
    }
    static bool is_chunk(std::uint64_t child) { return child >> 63 != 0; }

    std::vector<std::uint64_t> group(std::uint64_t child) const {
        require(!is_chunk(child), "must be a group");
        std::vector<std::uint64_t> children;
        if (child == 0) return children;
        const auto count = number<std::uint64_t>(child);
        for (std::uint64_t i = 0; i < count; ++i) children.push_back(number<std::uint64_t>(child + 8 + 8 * i));
        return children;
    }
    std::string chunk(std::uint64_t child) const {
        require(is_chunk(child), "must be a chunk");
        const std::uint64_t at = child & ~(std::uint64_t{1} << 63);
        if (at == 0) return "";
        const auto size = number<std::uint64_t>(at);
        require(at + 8 + size <= bytes_.size(), "chunk beyond the end");
        return bytes_.substr(at + 8, size);
    }
    void read_times(const std::string& text) {
        for (std::size_t at = 0; at < text.size();) {
            Times entry{number_in<std::uint32_t>(text, at), number_in<double>(text, at + 4), {}};
            const auto count = number_in<std::uint32_t>(text, at + 12);
            at += 16;
            for (unsigned i = 0; i < count; ++i, at += 8) entry.first.push_back(number_in<double>(text, at));
            times.push_back(entry);
        }
    }

    OgawaNode read_object(std::uint64_t where, const std::string& name, const std::string& metadata) const {
        const auto parts = group(where);
        require(parts.size() >= 2 && is_chunk(parts.back()), "object without headers");
        OgawaNode object;
        object.name = name;
        object.metadata = metadata;
        object.properties = read_compound(parts[0]);
        const std::string headers = chunk(parts.back());
        require(headers.size() >= 32, "headers without digests");
        std::size_t index = 1;
        for (std::size_t at = 0; at < headers.size() - 32; ++index) {
            const auto size = number_in<std::uint32_t>(headers, at);
            const std::string child = headers.substr(at + 4, size);
            at += 4 + size;
            require(static_cast<unsigned char>(headers.at(at++)) == 0xFF, "metadata in a list");
            const auto length = number_in<std::uint32_t>(headers, at);
            object.children.push_back(read_object(parts.at(index), child, headers.substr(at + 4, length)));
            at += 4 + length;
        }
        require(index + 1 == parts.size(), "as many headers as objects");
        return object;
    }

    std::map<std::string, OgawaNode> read_compound(std::uint64_t where) const {
        std::map<std::string, OgawaNode> properties;
        const auto parts = group(where);
        if (parts.empty()) return properties;
        const std::string headers = chunk(parts.back());
        std::size_t index = 0;
        for (std::size_t at = 0; at < headers.size(); ++index) {
            const OgawaNode property = read_property(headers, at, parts.at(index));
            properties[property.name] = property;
        }
        require(index + 1 == parts.size(), "as many headers as properties");
        return properties;
    }

    OgawaNode read_property(const std::string& headers, std::size_t& at, std::uint64_t where) const {
        const auto flags = number_in<std::uint32_t>(headers, at);
        at += 4;
        const std::size_t width = std::size_t{1} << (flags >> 2 & 3);
        const auto next = [&] {
            unsigned value = 0;
            for (std::size_t i = 0; i < width; ++i) {
                value |= static_cast<unsigned>(static_cast<unsigned char>(headers.at(at++))) << (8 * i);
            }
            return value;
        };
        OgawaNode property;
        property.kind = flags & 3;
        property.pod = flags >> 4 & 0xF;
        property.extent = flags >> 12 & 0xFF;
        if (property.kind != 0) {
            property.sample_count = next();
            require((flags & 0x200) == 0, "first and last change");
            if ((flags & 0x100) != 0) property.times = next();
            require(((flags & 0x800) != 0) == (property.sample_count == 1), "constant");
        }
        const unsigned size = next();
        property.name = headers.substr(at, size);
        at += size;
        if (const unsigned index = flags >> 20 & 0xFF; index != 0) {
            require(index == 0xFF, "metadata in a list");
            const unsigned length = next();
            property.metadata = headers.substr(at, length);
            at += length;
        }
        if (property.kind == 0) {
            property.properties = read_compound(where);
        } else {
            read_samples(property, where);
        }
        return property;
    }

    void read_samples(OgawaNode& property, std::uint64_t where) const {
        const auto parts = group(where);
        const std::size_t each = property.kind == 2 ? 2 : 1;
        require(parts.size() == each * property.sample_count, "as many samples as told");
        for (std::size_t i = 0; i < parts.size(); i += each) {
            const std::string sample = chunk(parts[i]);
            require(sample.size() >= 16, "sample without a key");
            property.keys.push_back(sample.substr(0, 16));
            property.samples.push_back(sample.substr(16));
            if (each == 2) require(chunk(parts[i + 1]).empty(), "dimensions of a plain list");
        }
    }

    std::string bytes_;
};

}  // namespace pleat::test
