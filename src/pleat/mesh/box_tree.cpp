#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/box_tree.hpp>

namespace pleat {
namespace {

constexpr int kLeafSize = 4;
constexpr int kBranchDepth = 6;
constexpr Real kWorthBuilding = 1.5;  // growth of the cost

int longest_axis(const Box& box) {
    int axis = 0;
    (box.high - box.low).maxCoeff(&axis);
    return axis;
}

}  // namespace

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
    boxes_.resize(boxes.size());
    centers_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) centers_[i] = boxes[i].center();
    if (!boxes.empty()) build_node(0, static_cast<int>(boxes.size()), 0);
    refit(boxes);
    cost_when_built_ = cost();
}

void BoxTree::build_node(int begin, int end, int depth) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({{}, begin, end, 0, end - begin <= kLeafSize});
    if (depth == kBranchDepth) branches_.push_back(static_cast<int>(node));
    if (!nodes_[node].is_leaf) {
        Box spread;
        for (int i = begin; i < end; ++i)
            spread.add(centers_[static_cast<std::size_t>(items_[static_cast<std::size_t>(i)])]);
        const int axis = longest_axis(spread);
        const int middle = begin + (end - begin) / 2;
        // By index where middles are equal: one result, whatever the library does.
        std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, [&](int a, int b) {
            const Real x = centers_[static_cast<std::size_t>(a)][axis], y = centers_[static_cast<std::size_t>(b)][axis];
            return x < y || (!(y < x) && a < b);
        });
        build_node(begin, middle, depth + 1);
        build_node(middle, end, depth + 1);
    }
    nodes_[node].next = static_cast<int>(nodes_.size());
}

void BoxTree::refit(std::span<const Box> boxes) {
    assert(boxes.size() == items_.size());
    parallel_for_each(size(), [&](std::size_t i) { boxes_[i] = boxes[static_cast<std::size_t>(items_[i])]; });
    parallel_blocks(static_cast<int>(branches_.size()), [&](int branch) {
        const int root = branches_[static_cast<std::size_t>(branch)];
        refit_nodes(root, nodes_[static_cast<std::size_t>(root)].next);
    });
    // What is above the branches, last to first.
    int end = static_cast<int>(nodes_.size());
    for (auto branch = branches_.rbegin(); branch != branches_.rend(); ++branch) {
        refit_nodes(nodes_[static_cast<std::size_t>(*branch)].next, end);
        end = *branch;
    }
    refit_nodes(0, end);
}

// Children stand behind their parents.
void BoxTree::refit_nodes(int begin, int end) {
    for (int i = end - 1; i >= begin; --i) {
        Node& node = nodes_[static_cast<std::size_t>(i)];
        node.box = Box();
        if (node.is_leaf) {
            for (int k = node.begin; k < node.end; ++k) node.box.add(boxes_[static_cast<std::size_t>(k)]);
        } else {
            const auto first = static_cast<std::size_t>(i) + 1;
            node.box.add(nodes_[first].box);
            node.box.add(nodes_[static_cast<std::size_t>(nodes_[first].next)].box);
        }
    }
}

Real BoxTree::cost() const {
    const Real sum = parallel_sum(static_cast<int>(nodes_.size()), [&](int begin, int end) {
        Real part = 0;
        for (int i = begin; i < end; ++i) part += nodes_[static_cast<std::size_t>(i)].box.half_area();
        return part;
    });
    // A tree whose boxes are all in one line or point has no surface; any form is as good.
    return sum > 0 ? sum / nodes_.front().box.half_area() : 0;
}

void BoxTree::find_overlaps(const Box& box, std::vector<int>& found) const {
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < nodes_.size();) {
        const Node& node = nodes_[i];
        if (!overlap(node.box, box)) {
            i = static_cast<std::size_t>(node.next);
            continue;
        }
        if (node.is_leaf) {
            for (auto k = static_cast<std::size_t>(node.begin); k < static_cast<std::size_t>(node.end); ++k) {
                if (overlap(boxes_[k], box)) found.push_back(items_[k]);
            }
        }
        ++i;
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
}

}  // namespace pleat
