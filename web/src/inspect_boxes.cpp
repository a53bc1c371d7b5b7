// The function of inspect_boxes.h. A file of its own: bvh_node.h and meshes have a BvhNode each.
#include "inspect_boxes.h"

#include "spatial/bvh_node.h"
#include "world/c_api.h"

namespace cairn {

namespace {

// A tree shows its arrays to visitors.
struct NodesOfTree {
    const Array<detail::BvhNode>* nodes = nullptr;
    void array(const char*, const Array<detail::BvhNode>& list) { nodes = &list; }
    template <class T> void array(const char*, const T&) {}
    template <class T> void value(const char*, const T&) {}
    template <class T> void passing(const char*, const T&) {}
};
struct NodeAtDepth {
    int node, depth;
};

} // namespace

void listBoxes(DynamicBvh& tree, Array<cairn_inspected_box>& out) {
    out.clear();
    NodesOfTree view;
    tree.visitArrays(view);
    Array<NodeAtDepth> todo;
    if (tree.count() > 0) todo.push({0, 0});
    while (!todo.empty()) {
        const NodeAtDepth at = todo.pop();
        const detail::BvhNode& node = (*view.nodes)[at.node];
        out.push({toC<cairn_vec3>(node.lower), toC<cairn_vec3>(node.upper), at.depth, isLeaf(node)});
        if (isLeaf(node)) continue;
        todo.push({firstChild(node) + 1, at.depth + 1});
        todo.push({firstChild(node), at.depth + 1});
    }
}

} // namespace cairn
