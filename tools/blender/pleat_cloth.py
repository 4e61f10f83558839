"""Simulates a mesh with Pleat and plays the result: a Blender add-on.

Install it in Edit > Preferences > Add-ons > Install. It adds a panel to the physics tab of a mesh: choose the vertex group
that is held (weight above 0.5), a fabric and the solids, and press Simulate. The mesh gets a Mesh Cache modifier.

Blender's z is up and Pleat's y, so (x, y, z) here is (x, z, -y) there. The simulation happens in world space, in metres; the
cache is in the object's own space, as modifiers want it.
"""
import array
import os
import struct
import subprocess

import bpy
import mathutils

bl_info = {
    "name": "Pleat cloth",
    "description": "Simulates a mesh with Pleat and plays the result",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Physics",
    "category": "Physics",
}

MODIFIER = "Pleat"


class PleatError(Exception):
    """Something that the user can put right."""


class PleatSettings(bpy.types.PropertyGroup):
    command: bpy.props.StringProperty(name="Command", default="pleat", subtype="FILE_PATH",
                                      description="The program pleat")
    pins: bpy.props.StringProperty(name="Pins", description="Vertex group that is held where its weight is above 0.5")
    fabric: bpy.props.StringProperty(name="Fabric", default="cotton", description="One of those that `pleat fabrics` lists")
    solids: bpy.props.PointerProperty(name="Solids", type=bpy.types.Collection,
                                      description="Meshes that the cloth touches, at rest")
    frames: bpy.props.IntProperty(name="Frames", default=100, min=1, max=100000)
    folder: bpy.props.StringProperty(name="Folder", default="//pleat", subtype="DIR_PATH",
                                     description="Where scene and results are kept; // is beside the .blend file")


def to_pleat(point):
    return (point.x, point.z, -point.y)


def write_obj(path, mesh, matrix):
    """The vertices in their order, and all polygons as they are."""
    with open(path, "w") as file:
        for vertex in mesh.vertices:
            file.write("v %.9g %.9g %.9g\n" % to_pleat(matrix @ vertex.co))
        for polygon in mesh.polygons:
            file.write("f " + " ".join(str(i + 1) for i in polygon.vertices) + "\n")


def held_vertices(thing, group_name):
    if not group_name:
        return []
    group = thing.vertex_groups.get(group_name)
    if group is None:
        raise PleatError(f'"{thing.name}" has no vertex group "{group_name}"')
    return [vertex.index for vertex in thing.data.vertices
            if any(g.group == group.index and g.weight > 0.5 for g in vertex.groups)]


def solid_meshes(settings):
    return [thing for thing in settings.solids.objects if thing.type == "MESH"] if settings.solids else []


def write_scene(thing, settings, scene, folder):
    """The scene file, with the meshes that it names beside it."""
    os.makedirs(folder, exist_ok=True)
    write_obj(os.path.join(folder, "mesh.obj"), thing.data, thing.matrix_world)
    gravity = scene.gravity if scene.use_gravity else mathutils.Vector()
    lines = [
        "[time]",
        f"frames = {settings.frames}",
        f"frame_rate = {scene.render.fps / scene.render.fps_base:.9g}",
        "[world]",
        "gravity = [%.9g, %.9g, %.9g]" % to_pleat(gravity),
        "[[cloth]]",
        'name = "cloth"',
        f'fabric = "{settings.fabric}"',
        'obj = "mesh.obj"',
    ]
    pins = held_vertices(thing, settings.pins)
    if pins:
        lines += ["[[pin]]", f"particles = {pins}"]
    depsgraph = bpy.context.evaluated_depsgraph_get()
    for number, solid in enumerate(solid_meshes(settings)):
        shown = solid.evaluated_get(depsgraph)
        write_obj(os.path.join(folder, f"solid{number}.obj"), shown.to_mesh(), solid.matrix_world)
        shown.to_mesh_clear()
        lines += ["[[solid]]", f'name = "solid{number}"', f'obj = "solid{number}.obj"']
    path = os.path.join(folder, "scene.toml")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path


def run_pleat(settings, scene_path, folder):
    command = [bpy.path.abspath(settings.command) if settings.command.startswith("//") else settings.command,
               "run", scene_path, "--out", os.path.join(folder, "run"), "--overwrite", "--quiet"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise PleatError(f"{settings.command}: cannot be started: {error.strerror}")
    if done.returncode != 0:
        raise PleatError(done.stderr.strip() or f"pleat ended with status {done.returncode}")


def write_local_cache(source, target, matrix):
    """The run's cache, carried from Pleat's space into that of an object. A PC2 has 32 bytes of head, then floats."""
    with open(source, "rb") as file:
        head, values = file.read(32), array.array("f", file.read())
    points = struct.unpack_from("<i", head, 16)[0]
    # Rows of the matrix with Pleat's axes: Blender's y is Pleat's -z, and its z is Pleat's y.
    rows = [(row[0], row[2], -row[1], row[3]) for row in matrix[:3]]
    local = array.array("f", bytes(4 * len(values)))
    for d, (a, b, c, offset) in enumerate(rows):
        local[d::3] = array.array("f", (a * x + b * y + c * z + offset
                                        for x, y, z in zip(values[0::3], values[1::3], values[2::3])))
    with open(target + ".part", "wb") as file:
        file.write(head)
        local.tofile(file)
    os.replace(target + ".part", target)
    return points


def play(thing, cache, start):
    modifier = thing.modifiers.get(MODIFIER) or thing.modifiers.new(MODIFIER, "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = cache
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.interpolation = "LINEAR"
    modifier.frame_start = start
    return modifier


def simulate(thing, scene):
    """Sends the mesh to Pleat and brings the cache back. Raises PleatError."""
    settings = thing.pleat
    folder = os.path.join(bpy.path.abspath(settings.folder), bpy.path.clean_name(thing.name))
    run_pleat(settings, write_scene(thing, settings, scene, folder), folder)
    cache = os.path.join(folder, "cloth.pc2")
    points = write_local_cache(os.path.join(folder, "run", "cloth.pc2"), cache, thing.matrix_world.inverted())
    if points != len(thing.data.vertices):
        raise PleatError(f"{points} particles came back for {len(thing.data.vertices)} vertices")
    return play(thing, cache, scene.frame_start)


class PLEAT_OT_simulate(bpy.types.Operator):
    bl_idname = "object.pleat_simulate"
    bl_label = "Simulate"
    bl_description = "Simulate this mesh as cloth with Pleat"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def execute(self, context):
        try:
            simulate(context.object, context.scene)
        except (PleatError, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class PLEAT_PT_panel(bpy.types.Panel):
    bl_label = "Pleat cloth"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def draw(self, context):
        settings = context.object.pleat
        self.layout.prop_search(settings, "pins", context.object, "vertex_groups")
        for name in ("fabric", "solids", "frames", "folder", "command"):
            self.layout.prop(settings, name)
        self.layout.operator(PLEAT_OT_simulate.bl_idname)


CLASSES = (PleatSettings, PLEAT_OT_simulate, PLEAT_PT_panel)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Object.pleat = bpy.props.PointerProperty(type=PleatSettings)


def unregister():
    del bpy.types.Object.pleat
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)


if __name__ == "__main__":
    register()
