"""Blender reads PC2, MDD, GLB, OBJ and PLY of a run: blender -b --python in_blender.py -- FOLDER"""
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from run_folder import Run, check_close

numpy.bool = bool  # Blender's importer of glTF is older than numpy
folder = sys.argv[sys.argv.index("--") + 1]
run = Run(folder)
scene = bpy.context.scene


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    global scene
    scene = bpy.context.scene


def shown_positions(thing):
    """Of all vertices, after modifiers and shape keys."""
    mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    positions = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", positions)
    return positions.reshape(-1, 3)


def corners(thing):
    """Vertices of triangles, three a triangle."""
    return numpy.array([[v for v in polygon.vertices] for polygon in thing.data.polygons])


def check_cache(kind):
    clear()
    # Numbers as they are: y stays y.
    bpy.ops.import_scene.obj(filepath=os.path.join(folder, "cloth.obj"), split_mode="OFF", axis_forward="Y", axis_up="Z")
    thing = bpy.context.selected_objects[0]
    modifier = thing.modifiers.new("cloth", "MESH_CACHE")
    modifier.cache_format = kind
    modifier.filepath = os.path.join(folder, "cloth." + kind.lower())
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.play_mode = "CUSTOM"
    # MDD knows times, PC2 numbers of frames.
    modifier.time_mode = "TIME" if kind == "MDD" else "FRAME"
    modifier.interpolation = "LINEAR"
    for frame in range(run.frame_count):
        if kind == "MDD":
            modifier.eval_time = frame / run.rate
        else:
            modifier.eval_frame = frame
        check_close(f"{kind} frame {frame}", shown_positions(thing), run.cloth[frame])


def check_glb():
    clear()
    scene.render.fps = int(run.rate)
    bpy.ops.import_scene.gltf(filepath=os.path.join(folder, "cloth.glb"))
    for wanted in run.objects:
        thing = bpy.data.objects[wanted.name]
        order = corners(thing)
        if len(order) != len(wanted.triangles):
            raise SystemExit(f"GLB {wanted.name}: {len(order)} triangles")
        for frame in range(run.frame_count):
            scene.frame_set(frame)
            x = shown_positions(thing)[order]
            x = numpy.stack([x[..., 0], x[..., 2], -x[..., 1]], axis=-1)  # Blender's z is up
            check_close(f"GLB {wanted.name} frame {frame}", x, wanted.at(frame)[wanted.triangles])


def check_sequences():
    for frame in range(run.frame_count):
        everything = numpy.concatenate([thing.at(frame) for thing in run.objects])
        clear()
        bpy.ops.import_scene.obj(filepath=os.path.join(folder, "cloth-obj", f"frame_{frame:04}.obj"),
                                 split_mode="ON", use_split_objects=True, axis_forward="Y", axis_up="Z")
        for wanted in run.objects:
            thing = bpy.data.objects[wanted.name]
            check_close(f"OBJ {wanted.name} frame {frame}", shown_positions(thing)[corners(thing)],
                        wanted.at(frame)[wanted.triangles])
        clear()
        bpy.ops.import_mesh.ply(filepath=os.path.join(folder, "cloth-ply", f"frame_{frame:04}.ply"))
        check_close(f"PLY frame {frame}", shown_positions(bpy.context.selected_objects[0]), everything)


try:
    check_cache("PC2")
    check_cache("MDD")
    check_glb()
    if os.path.exists(os.path.join(folder, "cloth-obj")):
        check_sequences()
except SystemExit:
    raise
except BaseException as error:  # else Blender would end with status 0
    raise SystemExit(f"{type(error).__name__}: {error}")
print(f"Blender reads {run.frame_count} frames of {len(run.objects)} objects")
