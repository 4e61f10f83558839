// Keeps two programs from writing into one folder at the same time.
#pragma once
#include <filesystem>

namespace pleat {

/// Held until its end, and given back by the system if the program dies.
class FolderLock {
public:
    /// Throws ErrorKind::bad_input if another program holds the folder, ErrorKind::io if it cannot be opened. File
    /// systems that know no locks are not locked.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;

private:
    int descriptor_ = -1;
};

}  // namespace pleat
