"""What a run's own files say: the objects that an export of it must hold. Needs numpy."""
import json
import os
import struct

import numpy


def read_obj(path):
    positions, triangles = [], []
    with open(path) as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                positions.append([float(x) for x in words[1:4]])
            elif words[:1] == ["f"]:
                triangles.append([int(corner.split("/")[0]) - 1 for corner in words[1:4]])
    return numpy.array(positions, dtype=numpy.float32), numpy.array(triangles)


def read_pc2(path):
    with open(path, "rb") as file:
        data = file.read()
    points, samples = struct.unpack_from("<i", data, 16)[0], struct.unpack_from("<i", data, 28)[0]
    return numpy.frombuffer(data, dtype="<f4", offset=32).reshape(samples, points, 3)


class Object:
    def __init__(self, name, triangles, frames, is_moving):
        self.name, self.triangles, self.frames, self.is_moving = name, triangles, frames, is_moving

    def at(self, frame):
        return self.frames[frame if self.is_moving else 0]


class Run:
    def __init__(self, folder):
        with open(os.path.join(folder, "stats.json")) as file:
            stats = json.load(file)
        self.rate = stats["frame_rate"]
        _, triangles = read_obj(os.path.join(folder, "cloth.obj"))
        self.cloth_triangles = triangles
        self.cloth = read_pc2(os.path.join(folder, "cloth.pc2"))
        self.frame_count = len(self.cloth)
        self.objects = []
        point, face = 0, 0
        for cloth in stats["cloths"]:
            points, faces = cloth["particles"], cloth["triangles"]
            self.objects.append(Object(cloth["name"], triangles[face:face + faces] - point,
                                       self.cloth[:, point:point + points], True))
            point, face = point + points, face + faces
        for solid in stats["solids"]:
            base = os.path.join(folder, "solids", solid["name"])
            positions, faces = read_obj(base + ".obj")
            moving = os.path.exists(base + ".pc2")
            self.objects.append(Object(solid["name"], faces, read_pc2(base + ".pc2") if moving else positions[None],
                                       moving))


def check_close(what, found, wanted, tolerance=1e-6):
    """Ends the program with a word if positions [m] differ."""
    found, wanted = numpy.asarray(found), numpy.asarray(wanted)
    if found.shape != wanted.shape:
        raise SystemExit(f"{what}: {found.shape} numbers; must be {wanted.shape}")
    error = float(numpy.abs(found - wanted).max()) if found.size else 0.0
    if not error <= tolerance:
        raise SystemExit(f"{what}: off by {error} m")
