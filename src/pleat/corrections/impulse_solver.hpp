// How the system of impulses is solved, and where the time goes, in the rows of table 1 of Ye 2008.
#pragma once
#include <array>

#include <pleat/core/real.hpp>

namespace pleat {

/// How it is solved.
enum class ImpulseSolver {
    direct,     ///< by LDL^T
    iterative,  ///< by conjugate gradients, to compare with
};

/// Seconds of wall time.
struct ImpulseSeconds {
    Real order = 0;     ///< approximate minimum degree
    Real permute = 0;   ///< writing the matrix in that order
    Real symbolic = 0;  ///< which numbers of the factor are not 0
    Real numeric = 0;   ///< the factor
    Real solve = 0;     ///< by the factor; all of it if iterative

    ImpulseSeconds& operator+=(const ImpulseSeconds& other);
    Real total() const { return order + permute + symbolic + numeric + solve; }
};

/// One of them.
struct ImpulseStage {
    const char* name;  ///< in accounts
    Real ImpulseSeconds::*value;
};

/// All, in the order of the table. Whoever adds, saves or prints them goes through this list.
inline constexpr std::array<ImpulseStage, 5> kImpulseStages{{{"order", &ImpulseSeconds::order},
                                                             {"permute", &ImpulseSeconds::permute},
                                                             {"symbolic", &ImpulseSeconds::symbolic},
                                                             {"numeric", &ImpulseSeconds::numeric},
                                                             {"solve", &ImpulseSeconds::solve}}};

inline ImpulseSeconds& ImpulseSeconds::operator+=(const ImpulseSeconds& other) {
    for (const ImpulseStage& stage : kImpulseStages) this->*stage.value += other.*stage.value;
    return *this;
}

}  // namespace pleat
