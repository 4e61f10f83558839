"""VTK reads .pvd, .vtp, OBJ and PLY of a run: python3 in_vtk.py FOLDER"""
import os
import sys
import xml.etree.ElementTree

import numpy
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOGeometry import vtkOBJReader
from vtkmodules.vtkIOPLY import vtkPLYReader
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

from run_folder import Run, check_close

folder = sys.argv[1]
run = Run(folder)


def read(reader, path):
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def points(data):
    return vtk_to_numpy(data.GetPoints().GetData())


def triangles(data):
    return vtk_to_numpy(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)


seen = set()
for entry in xml.etree.ElementTree.parse(os.path.join(folder, "cloth.pvd")).iter("DataSet"):
    frame = round(float(entry.get("timestep")) * run.rate)
    if abs(frame - float(entry.get("timestep")) * run.rate) > 1e-6:
        raise SystemExit(f"time {entry.get('timestep')} is no frame's")
    index = int(entry.get("part"))
    wanted = run.objects[index]
    seen.add((frame, index))
    data = read(vtkXMLPolyDataReader(), os.path.join(folder, entry.get("file")))
    check_close(f"VTK {wanted.name} frame {frame}", points(data), wanted.at(frame), 0)
    check_close(f"VTK {wanted.name} triangles", triangles(data), wanted.triangles, 0)
    normals = vtk_to_numpy(data.GetPointData().GetNormals())
    check_close(f"VTK {wanted.name} normals", numpy.linalg.norm(normals, axis=1), numpy.ones(len(normals)))
    if index >= 2:
        continue
    before, after = max(frame - 1, 0), min(frame + 1, run.frame_count - 1)
    speed = numpy.linalg.norm(wanted.at(after) - wanted.at(before), axis=1) * run.rate / (after - before)
    check_close(f"VTK speed frame {frame}", vtk_to_numpy(data.GetPointData().GetArray("speed")), speed, 1e-4)
    strain = vtk_to_numpy(data.GetPointData().GetArray("strain"))
    if not (numpy.isfinite(strain).all() and abs(strain).max() < 50):
        raise SystemExit(f"VTK strain frame {frame}: {strain.min()} to {strain.max()} %")
    uv = vtk_to_numpy(data.GetPointData().GetTCoords())
    if frame == 0:  # the cloth starts at rest: distances along its edges are those of its uv
        for a, b in triangles(data)[:, :2]:
            check_close("VTK uv", numpy.linalg.norm(uv[a] - uv[b]), numpy.linalg.norm(points(data)[a] - points(data)[b]),
                        1e-5)
if len(seen) != run.frame_count * len(run.objects):
    raise SystemExit(f"VTK: {len(seen)} data sets")

for frame in range(run.frame_count if os.path.exists(os.path.join(folder, "cloth-obj")) else 0):
    everything = numpy.concatenate([thing.at(frame) for thing in run.objects])
    ply = read(vtkPLYReader(), os.path.join(folder, "cloth-ply", f"frame_{frame:04}.ply"))
    faces = sum(len(thing.triangles) for thing in run.objects)
    if ply.GetNumberOfCells() != faces:
        raise SystemExit(f"PLY frame {frame}: {ply.GetNumberOfCells()} faces; must be {faces}")
    obj = read(vtkOBJReader(), os.path.join(folder, "cloth-obj", f"frame_{frame:04}.obj"))
    order = numpy.concatenate([thing.at(frame)[thing.triangles] for thing in run.objects])
    check_close(f"OBJ frame {frame}", points(obj)[triangles(obj)], order)
    check_close(f"PLY frame {frame}", points(ply)[triangles(ply)], order)
print(f"VTK reads {run.frame_count} frames of {len(run.objects)} objects")
