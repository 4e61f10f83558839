#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/box_tree.hpp>

namespace pleat {
namespace {

constexpr int kBranchDepth = 3;
constexpr Real kWorthBuilding = 1.5;  // growth of the cost
constexpr std::size_t kStack = 64;    // 3 for each level, of which 2^31 boxes have 16

int longest_axis(const Box& box) {
    int axis = 0;
    (box.high - box.low).maxCoeff(&axis);
    return axis;
}

}  // namespace

Box BoxTree::Node::box() const {
    return {Vec3(low[0].minCoeff(), low[1].minCoeff(), low[2].minCoeff()),
            Vec3(high[0].maxCoeff(), high[1].maxCoeff(), high[2].maxCoeff())};
}

void BoxTree::Node::set(std::size_t lane, const Box& box) {
    const auto i = static_cast<Eigen::Index>(lane);
    for (std::size_t d = 0; d < 3; ++d) {
        low[d][i] = box.low[static_cast<Eigen::Index>(d)];
        high[d][i] = box.high[static_cast<Eigen::Index>(d)];
    }
}

void BoxTree::update(std::span<const Box> boxes) {
    if (boxes.size() != items_.size()) return build(boxes);
    refit(boxes);
    if (cost() > kWorthBuilding * cost_when_built_) build(boxes);
}

void BoxTree::build(std::span<const Box> boxes) {
    ++builds_;
    nodes_.clear();
    branches_.clear();
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0);
    centers_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) centers_[i] = boxes[i].center();
    if (!boxes.empty()) build_node(0, static_cast<int>(boxes.size()), 0);
    refit(boxes);
    cost_when_built_ = cost();
}

int BoxTree::build_node(int begin, int end, int depth) {
    const auto node = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    const int middle = split(begin, end);
    const std::array<int, 5> bounds = {begin, split(begin, middle), middle, split(middle, end), end};
    for (std::size_t lane = 0; lane < 4; ++lane) {
        const int first = bounds[lane], last = bounds[lane + 1];
        const int child = last - first > 1 ? build_node(first, last, depth + 1) : last > first ? ~first : Node::kNone;
        Node& parent = nodes_[static_cast<std::size_t>(node)];
        parent.child[lane] = child;
        parent.set(lane, Box());
    }
    if (depth == kBranchDepth) branches_.push_back({node, static_cast<int>(nodes_.size())});
    return node;
}

// Puts one half of some items before the other, and returns where that begins.
int BoxTree::split(int begin, int end) {
    const int middle = begin + (end - begin) / 2;
    if (end - begin < 2) return middle;
    Box spread;
    for (int i = begin; i < end; ++i)
        spread.add(centers_[static_cast<std::size_t>(items_[static_cast<std::size_t>(i)])]);
    const int axis = longest_axis(spread);
    // By index where middles are equal: one result, whatever the library does.
    std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, [&](int a, int b) {
        const Real x = centers_[static_cast<std::size_t>(a)][axis], y = centers_[static_cast<std::size_t>(b)][axis];
        return x < y || (!(y < x) && a < b);
    });
    return middle;
}

void BoxTree::refit(std::span<const Box> boxes) {
    assert(boxes.size() == items_.size());
    parallel_blocks(static_cast<int>(branches_.size()), [&](int index) {
        const Branch& branch = branches_[static_cast<std::size_t>(index)];
        refit_nodes(boxes, branch.begin, branch.end);
    });
    // What is above the branches, last to first.
    int end = static_cast<int>(nodes_.size());
    for (std::size_t i = branches_.size(); i-- > 0;) {
        refit_nodes(boxes, branches_[i].end, end);
        end = branches_[i].begin;
    }
    refit_nodes(boxes, 0, end);
}

// Children stand behind their parents.
void BoxTree::refit_nodes(std::span<const Box> boxes, int begin, int end) {
    for (int i = end - 1; i >= begin; --i) {
        Node& node = nodes_[static_cast<std::size_t>(i)];
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const int child = node.child[lane];
            if (child >= 0) {
                node.set(lane, nodes_[static_cast<std::size_t>(child)].box());
            } else if (child != Node::kNone) {
                node.set(lane, boxes[static_cast<std::size_t>(item_at(child))]);
            }
        }
    }
}

Real BoxTree::cost() const {
    const Real sum = parallel_sum(static_cast<int>(nodes_.size()), [&](int begin, int end) {
        Real part = 0;
        for (int i = begin; i < end; ++i) part += nodes_[static_cast<std::size_t>(i)].box().half_area();
        return part;
    });
    // A tree whose boxes are all in one line or point has no surface; any form is as good.
    return sum > 0 ? sum / nodes_.front().box().half_area() : 0;
}

void BoxTree::find_overlaps(const Box& box, std::vector<int>& found) const {
    if (nodes_.empty()) return;
    std::array<int, kStack> stack;
    std::size_t waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const Node& node = nodes_[static_cast<std::size_t>(stack[--waiting])];
        const Node::Lanes gap = node.gaps_to(box);
        for (std::size_t lane = 0; lane < 4; ++lane) {
            if (!(gap[static_cast<Eigen::Index>(lane)] <= 0)) continue;
            const int child = node.child[lane];
            if (child >= 0) {
                stack[waiting++] = child;
            } else {
                found.push_back(item_at(child));
            }
        }
    }
}

}  // namespace pleat
