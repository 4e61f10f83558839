// Well spread random numbers for a pixel's samples, the same in every run.
//
// All samples of a picture are taken from one Sobol sequence in the order of a space-filling curve through the pixels
// (Ahmed & Wonka 2020, Screen-Space Blue-Noise Diffusion of Monte Carlo Sampling Error via Hierarchical Ordering of
// Pixels): the samples of a pixel are stratified, and so are those of any small square of pixels, which moves the error
// of neighbours to opposite signs, where the eye averages it away. Each use of numbers (dimension) shuffles the order
// within every square of the hierarchy and scrambles the sequence (Owen 1995) in its own way.
#pragma once
#include <array>
#include <cstdint>

#include <Eigen/Core>

namespace pleat {

/// What random numbers are used for; each use has its own.
enum class SampleUse { pixel, sun, sky };

/// Random numbers of the samples of one pixel.
class PixelSampler {
public:
    /// `samples` > 0 is how many the pixel is to have.
    PixelSampler(int x, int y, int samples);

    /// Two numbers in [0, 1).
    Eigen::Vector2f pair(SampleUse use, int sample) const;

private:
    static constexpr int kUses = 3;

    std::uint64_t pixel_;                                // along the curve
    int sample_digits_;                                  // of a sample's number, in base 4
    std::array<std::uint64_t, kUses> shuffled_pixel_{};  // for each use
};

}  // namespace pleat
