// Goes down two trees of boxes at once, to find the boxes of one that come near boxes of the other. What lies far apart
// is left out in large parts, not box by box.
#pragma once
#include <vector>

#include <pleat/mesh/box_tree.hpp>

namespace pleat {

/// Of two trees, or of one with itself; then each pair is found once, and no box with itself.
class TreePairs {
public:
    /// A part of each tree: a node, or ~(4 node + lane) of one that is a box.
    struct Parts {
        int first = 0;
        int second = 0;
    };

    /// Boxes are near that are at most `reach` [m] apart along every axis.
    TreePairs(const BoxTree& first, const BoxTree& second, Real reach)
        : first_(first), second_(second), reach_(reach), is_one_(&first == &second) {}

    /// The parts to begin with: the whole of both. None if there is nothing.
    void begin(std::vector<Parts>& parts) const {
        parts.clear();
        if (first_.size() > 0 && second_.size() > 0) parts.push_back({});
    }

    /// Appends the parts of these parts that are near to `next`; where both are boxes, calls found(i, j) instead.
    template <class Found>
    void open(const Parts& parts, std::vector<Parts>& next, Found&& found) const {
        using Node = BoxTree::Node;
        if (parts.first < 0) {
            const Node& b = second_.node(parts.second);
            const Node::Lanes gaps = b.gaps_to(first_.box_of(parts.first));
            for (int lane = 0; lane < 4; ++lane) {
                if (gaps[lane] <= reach_) take({parts.first, b.part(parts.second, lane)}, next, found);
            }
            return;
        }
        const Node& a = first_.node(parts.first);
        if (parts.second < 0) {
            const Node::Lanes gaps = a.gaps_to(second_.box_of(parts.second));
            for (int lane = 0; lane < 4; ++lane) {
                if (gaps[lane] <= reach_) take({a.part(parts.first, lane), parts.second}, next, found);
            }
            return;
        }
        const Node& b = second_.node(parts.second);
        const bool is_itself = is_one_ && parts.first == parts.second;
        for (int i = 0; i < 4; ++i) {
            if (!a.has(i)) continue;
            const Node::Lanes gaps = b.gaps_to(a.box_in(i));
            for (int j = is_itself ? i : 0; j < 4; ++j) {
                if (!(gaps[j] <= reach_)) continue;
                const Parts inner{a.part(parts.first, i), b.part(parts.second, j)};
                if (is_itself && i == j && inner.first < 0) continue;
                take(inner, next, found);
            }
        }
    }

private:
    template <class Found>
    void take(const Parts& parts, std::vector<Parts>& next, Found&& found) const {
        if (parts.first < 0 && parts.second < 0)
            found(first_.item_of(parts.first), second_.item_of(parts.second));
        else
            next.push_back(parts);
    }

    const BoxTree& first_;
    const BoxTree& second_;
    Real reach_;
    bool is_one_;
};

}  // namespace pleat
