"""Simulates a sheet with the add-on: blender -b --python check.py -- PLEAT FOLDER"""
import importlib.util
import math
import os
import sys

import bpy

pleat, folder = sys.argv[sys.argv.index("--") + 1:]


def expect(is_so, words):
    if not is_so:
        raise SystemExit(words)


def shown(thing):
    mesh = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    return [thing.matrix_world @ vertex.co for vertex in mesh.vertices]


def main():
    spec = importlib.util.spec_from_file_location(
        "pleat_cloth", os.path.join(os.path.dirname(os.path.abspath(__file__)), "pleat_cloth.py"))
    addon = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(addon)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon.register()
    # A level sheet, turned and moved, held at the vertices with x < -0.4 of its own.
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=10, y_subdivisions=10, size=1, location=(0.5, 2, 3),
                                    rotation=(0, 0, math.radians(30)))
    sheet = bpy.context.object
    group = sheet.vertex_groups.new(name="held")
    held = [vertex.index for vertex in sheet.data.vertices if vertex.co.x < -0.4]
    group.add(held, 1.0, "REPLACE")
    # A block under it that catches what falls: its top is at z = 2.8.
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0.5, 2, 2.3))
    block = bpy.context.object
    bpy.context.collection.objects.unlink(block)
    solids = bpy.data.collections.new("solids")
    bpy.context.scene.collection.children.link(solids)
    solids.objects.link(block)

    settings = sheet.pleat
    settings.command, settings.folder, settings.frames = pleat, folder, 12
    settings.pins, settings.solids = "held", solids
    before = [sheet.matrix_world @ vertex.co for vertex in sheet.data.vertices]
    bpy.context.view_layer.objects.active = sheet
    expect(bpy.ops.object.pleat_simulate() == {"FINISHED"}, "the operator did not finish")

    scene = bpy.context.scene
    scene.frame_set(scene.frame_start)
    first = shown(sheet)
    expect(max((a - b).length for a, b in zip(first, before)) < 1e-5, "frame 0 is not the mesh")
    scene.frame_set(scene.frame_start + 12)
    last = shown(sheet)
    expect(max((last[i] - before[i]).length for i in held) < 1e-5, "held vertices moved")
    fall = max(a.z - b.z for a, b in zip(before, last))
    expect(0.1 < fall < 0.6, f"the free side fell by {fall} m")
    over = [x for x in last if abs(x.x - 0.5) < 0.45 and abs(x.y - 2) < 0.45]
    expect(over and min(x.z for x in over) > 2.8, "the sheet is inside the block")

    settings.pins = "nothing"
    try:
        bpy.ops.object.pleat_simulate()
        expect(False, "a group that is not there was taken")
    except RuntimeError as error:
        expect('has no vertex group "nothing"' in str(error), f"unexpected words: {error}")
    settings.pins, settings.fabric = "held", "silkk"
    try:
        bpy.ops.object.pleat_simulate()
        expect(False, "a fabric that is not there was taken")
    except RuntimeError as error:
        expect("silkk" in str(error), f"unexpected words: {error}")
    print(f"the sheet fell by {fall:.3f} m and was caught")


try:
    main()
except SystemExit:
    raise
except BaseException as error:  # else Blender would end with status 0
    raise SystemExit(f"{type(error).__name__}: {error}")
