#include <algorithm>

#include <pleat/view/page_outbox.hpp>

namespace pleat {

void PageOutbox::add_notice(SharedMessage notice) {
    notices_.push_back(std::move(notice));
    if (notices_.size() > kMostNotices) notices_.pop_front();
}

void PageOutbox::acknowledge(const Acknowledge& shown) {
    const auto found = std::find(on_the_way_.begin(), on_the_way_.end(), shown);
    if (found != on_the_way_.end()) on_the_way_.erase(on_the_way_.begin(), found + 1);
}

SharedMessage PageOutbox::next() {
    if (!notices_.empty()) {
        SharedMessage notice = std::move(notices_.front());
        notices_.pop_front();
        return notice;
    }
    if (news_.stage != nullptr && sent_stage_ != news_.stage_number) {
        sent_stage_ = news_.stage_number;
        sent_settings_ = sent_frame_ = 0;  // every show counts from 1
        return news_.stage;
    }
    if (news_.settings != nullptr && sent_settings_ != news_.settings_number) {
        sent_settings_ = news_.settings_number;
        return news_.settings;
    }
    if (news_.frame == nullptr || sent_frame_ == news_.frame_number || on_the_way_.size() >= kMostFrames)
        return nullptr;
    sent_frame_ = news_.frame_number;
    on_the_way_.push_back({sent_stage_, sent_frame_});
    return news_.frame;
}

}  // namespace pleat
