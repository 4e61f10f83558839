// How far each correction moved each particle, as tables that grow with the run: a row a frame, a column a particle, as
// render/field reads them.
#pragma once
#include <filesystem>
#include <vector>

#include <pleat/corrections/moved_particles.hpp>
#include <pleat/io/growing_text.hpp>

namespace pleat {

/// Names of the tables.
struct MovedFileNames {
    std::filesystem::path folder{};  ///< of all of them

    std::filesystem::path table(const std::string& mover) const { return folder / (mover + ".csv"); }

    /// Removes the tables, finished or not, and the folder if nothing is left in it.
    void remove() const;
};

/// Writes them frame by frame, one for each mover that the method has. Throws ErrorKind::io if the disk refuses.
class MovedCsvWriter {
public:
    /// Begins anew, in a folder that is made.
    static MovedCsvWriter begin(const MovedFileNames& names, const MovedParticles& moved);
    /// Goes on after the first `frames` frames. Throws ErrorKind::bad_input, changing nothing, if they are not there.
    static MovedCsvWriter resume(const MovedFileNames& names, const MovedParticles& moved, int frames);

    /// Kept in memory until the next flush.
    void append(const MovedParticles& moved);
    /// Brings to the disk what was appended.
    void flush();
    void finish();

private:
    struct Table {
        std::size_t mover;
        GrowingText text;
    };
    std::vector<Table> tables_;
};

}  // namespace pleat
