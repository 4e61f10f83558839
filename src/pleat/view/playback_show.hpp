// A finished animation with a time line.
#pragma once
#include <map>

#include <pleat/io/animation.hpp>
#include <pleat/render/field.hpp>
#include <pleat/view/show.hpp>

namespace pleat {

/// Plays in a loop, all pages the same frame.
class PlaybackShow final : public Show {
public:
    PlaybackShow(Animation animation, std::string title, std::uint32_t number);

    void obey(int page, const PageCommand& command) override;
    void leave(int) override {}
    Clock::time_point due() const override;
    void advance(const std::function<bool()>& should_stop) override;
    KeptScene kept_scene(int side) const override;

private:
    void seek(int frame);
    void set_color(ColorMode mode);
    SharedMessage describe_settings() const override;
    SharedMessage describe_frame(std::uint32_t stage, std::uint32_t frame) override;

    Animation animation_;
    std::unique_ptr<Field> field_;  // null: cloth has its own colours
    ColorMode color_ = ColorMode::cloth;
    int frame_ = 0;
    bool is_running_ = true;
    Clock::time_point due_{};
};

}  // namespace pleat
