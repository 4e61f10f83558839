// A tree of boxes, for finding those that overlap a given one.
//
// Boxes are split in halves, by the middles along the axis on which these are spread most, until a few are left. When
// boxes move a little the tree is kept and only its nodes' boxes are made anew, which is much cheaper than building;
// but it gets worse as neighbours part. Its quality is the expected number of nodes that a query has to open: the sum
// of their surfaces, relative to that of the whole (the surface area heuristic, Goldsmith & Salmon 1987). When that has
// grown by a half since the tree was built, it is built again.
#pragma once
#include <span>
#include <vector>

#include <pleat/mesh/box.hpp>

namespace pleat {

/// What it finds depends on the boxes alone, not on the tree's history.
class BoxTree {
public:
    /// Takes new boxes: builds the tree if their number is new or if it pays, else keeps its form.
    void update(std::span<const Box> boxes);

    /// Appends the indices of all boxes that overlap `box`, in increasing order. Several threads may ask at once.
    void find_overlaps(const Box& box, std::vector<int>& found) const;

    int size() const { return static_cast<int>(items_.size()); }
    /// Box of all boxes.
    Box box() const { return nodes_.empty() ? Box() : nodes_.front().box; }
    /// How often it was built.
    int builds() const { return builds_; }

private:
    // In depth-first order: the first child of a node stands behind it.
    struct Node {
        Box box;
        int begin = 0, end = 0;  // items below
        int next = 0;            // node behind all that are below
        bool is_leaf = false;
    };

    void build(std::span<const Box> boxes);
    void build_node(int begin, int end, int depth);
    void refit(std::span<const Box> boxes);
    void refit_nodes(int begin, int end);
    Real cost() const;

    std::vector<Node> nodes_;
    std::vector<int> items_;     // indices of the boxes, in the order of the leaves
    std::vector<Box> boxes_;     // in that order too
    std::vector<Vec3> centers_;  // by index, while building
    std::vector<int> branches_;  // nodes below which threads work on their own
    Real cost_when_built_ = 0;
    int builds_ = 0;
};

}  // namespace pleat
