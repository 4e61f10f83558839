// Claims about what is thrown.
#pragma once
#include <string>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>

namespace pleat {

/// The message of the Error that `work` throws, which must be of the given kind; empty if it throws none.
template <class Work>
std::string error_of(ErrorKind kind, Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

}  // namespace pleat
