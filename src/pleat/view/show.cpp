#include <pleat/view/show.hpp>

namespace pleat {

Show::Show(const Stage& stage) {
    news_.stage = make_stage_message(stage);
    news_.stage_number = stage.number;
}

const ShowNews& Show::news() {
    if (is_settings_old_) {
        news_.settings = describe_settings();
        ++news_.settings_number;
        is_settings_old_ = false;
    }
    if (is_frame_old_) {
        ++news_.frame_number;
        news_.frame = describe_frame(news_.stage_number, news_.frame_number);
        is_frame_old_ = false;
    }
    return news_;
}

}  // namespace pleat
