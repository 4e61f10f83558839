// A tree of boxes, for finding those that overlap a given one.
//
// Boxes are split into quarters, by halving twice along the axis on which their middles are spread most, down to single
// ones; a node has the boxes of its four children side by side, to be compared all at once. When boxes move a little
// the tree is kept and only its nodes' boxes are made anew, which is much cheaper than building; but it gets worse as
// neighbours part. Its quality is the expected number of nodes that a query has to open: the sum of their surfaces,
// relative to that of the whole (the surface area heuristic, Goldsmith & Salmon 1987). When that has grown by a half
// since the tree was built, it is built again.
#pragma once
#include <array>
#include <limits>
#include <span>
#include <vector>

#include <pleat/mesh/box.hpp>

namespace pleat {

/// What it finds, but for its order, depends on the boxes alone, not on the tree's history.
class BoxTree {
public:
    /// Boxes of four children, which stand behind it; that of one that is not there holds nothing.
    struct Node {
        using Lanes = Eigen::Array<Real, 4, 1, Eigen::DontAlign>;

        std::array<Lanes, 3> low;
        std::array<Lanes, 3> high;
        std::array<int, 4> child;  ///< a node, or ~place of an item, or kNone

        static constexpr int kNone = std::numeric_limits<int>::min();

        bool has(int lane) const { return child[static_cast<std::size_t>(lane)] != kNone; }
        Box box() const;
        Box box_in(int lane) const {
            return {Vec3(low[0][lane], low[1][lane], low[2][lane]), Vec3(high[0][lane], high[1][lane], high[2][lane])};
        }
        void set(std::size_t lane, const Box& box);
        /// How far `box` is from the children's, along the axis on which it is furthest; the sign is exact.
        Lanes gaps_to(const Box& box) const {
            Lanes gap = (low[0] - box.high.x()).max(box.low.x() - high[0]);
            gap = gap.max(low[1] - box.high.y()).max(box.low.y() - high[1]);
            return gap.max(low[2] - box.high.z()).max(box.low.z() - high[2]);
        }
        /// A child as a part of the tree whose node `self` this is: a node, or ~(4 self + lane) of one that is an item.
        int part(int self, int lane) const {
            const int inner = child[static_cast<std::size_t>(lane)];
            return inner >= 0 ? inner : ~(4 * self + lane);
        }
    };

    /// Takes new boxes: builds the tree if their number is new or if it pays, else keeps its form.
    void update(std::span<const Box> boxes);

    /// Appends the indices of all boxes that overlap `box`, in any order. Several threads may ask at once.
    void find_overlaps(const Box& box, std::vector<int>& found) const;

    int size() const { return static_cast<int>(items_.size()); }
    /// Box of all boxes.
    Box box() const { return nodes_.empty() ? Box() : nodes_.front().box(); }
    /// How often it was built.
    int builds() const { return builds_; }

    const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
    /// Of a part that is an item.
    Box box_of(int part) const { return node(~part / 4).box_in(~part % 4); }
    int item_of(int part) const { return item_at(node(~part / 4).child[static_cast<std::size_t>(~part % 4)]); }

private:
    // Nodes that a thread can work on alone.
    struct Branch {
        int begin = 0, end = 0;
    };

    int item_at(int child) const {
        const int place = ~child;
        return items_[static_cast<std::size_t>(place)];
    }
    void build(std::span<const Box> boxes);
    int build_node(int begin, int end, int depth);
    int split(int begin, int end);
    void refit(std::span<const Box> boxes);
    void refit_nodes(std::span<const Box> boxes, int begin, int end);
    Real cost() const;

    std::vector<Node> nodes_;
    std::vector<int> items_;     // indices of boxes, in the order of the tree
    std::vector<Vec3> centers_;  // by index, while building
    std::vector<Branch> branches_;
    Real cost_when_built_ = 0;
    int builds_ = 0;
};

}  // namespace pleat
