// Scenes that must be refused, each with the place and the reason.
#include <ostream>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

namespace pleat {
namespace {

struct BadScene {
    std::string text;
    std::string place;     // "line:column"
    std::string fragment;  // of the message
};

// Not the text: lists of tests have one line a test.
std::ostream& operator<<(std::ostream& out, const BadScene& bad) { return out << bad.place; }

std::string message_of(const std::string& text) {
    try {
        parse_scene(text, "folder/bad.toml");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        return error.what();
    }
    return "no error";
}

class SceneIsRefused : public testing::TestWithParam<BadScene> {};

TEST_P(SceneIsRefused, WithPlaceAndReason) {
    SCOPED_TRACE(GetParam().text);
    const std::string message = message_of(GetParam().text);
    const std::string expected = "folder/bad.toml:" + GetParam().place + ": ";
    EXPECT_EQ(message.substr(0, expected.size()), expected) << message;
    EXPECT_NE(message.find(GetParam().fragment), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

const std::string kCloth = "[[cloth]]\ngrid = {cells = [2, 2]}\n";            // two lines
const std::string kPin = kCloth + "[[pin]]\ncorner = \"top-left\"\n";         // four lines
const std::string kMotion = kPin + "motion = ";                               // the fifth line
const std::string kRegion = kCloth + "[[cloth.region]]\nfabric = 'denim'\n";  // four lines
const std::string kSolid = kCloth + "[[solid]]\n";                            // three lines
const std::string kTwoPins = kCloth + "[[pin]]\ngroup = 'left'\n[[pin]]\nname = 'b'\n";

const BadScene kSyntax[] = {
    {"title = ", "1:9", "error while parsing"},
    {"title = 'a'\ntitle = 'b'", "2:9", "cannot redefine"},
    {"[time\nframes = 1", "1:6", "error while parsing"},
    {"a = [1,\n  2", "2:4", "error while parsing"},
    {"x = 99999999999999999999", "1:25", "error while parsing"},
    {"title = 'ä'\n[%]\n", "2:2", "error while parsing"},
    {"titä\n", "1:4", "error while parsing"},
    {"title = \"\xff\"", "1:9", "encountered invalid utf-8"},
};
INSTANTIATE_TEST_SUITE_P(Syntax, SceneIsRefused, testing::ValuesIn(kSyntax));

const BadScene kTop[] = {
    {"", "1:1", "cloth is missing; must be one or more tables: [[cloth]]"},
    {"cloth = []", "1:9", "cloth = []; must be one to 1000 tables"},
    {"[cloth]", "1:1", "cloth = a table; must be one to 1000 tables: [[cloth]]"},
    {"title = 3", "1:9", "title = 3; must be a string"},
    {"title = 1979-05-27", "1:9", "title = a date or time; must be a string"},
    {"[tmie]\nframes = 1", "1:2", "tmie = a table; no such key (did you mean \"time\"?)"},
    {"method = 'large-steps'", "1:10",
     "must be a table with some of: preset, integrator, rho, newton, scaling, bend, linearize, preconditioner, "
     "tolerance, "
     "max_iterations"},
    {"[method]\npreset = 'large-step'", "2:10", "no such method"},
    {"[method]\npreset = 1", "2:10", "must be the name of a method"},
    {"[method]\nintegrator = 'euler'", "2:14", "must be \"backward-euler\" or "},
    {"[method]\npreset = 'generalized-alpha'\nrho = 1.5", "3:7", "method.rho = 1.5; must be >= 0 and <= 1"},
    {"[method]\nrho = 0.5", "2:7", "only generalized-alpha has it"},
    {"[method]\npreset = 'generalized-alpha'\nintegrator = 'bdf2'\nrho = 0", "4:7", "only generalized-alpha has it"},
    {"[method]\nnewton = 0", "2:10", "must be a whole number >= 1"},
    {"[method]\nscaling = 'volume'", "2:11", "must be \"area\" or \"paper\""},
    {"[method]\nbend = 'spring'", "2:8", "must be \"plate\" or \"hinge\""},
    {"[method]\ntolerance = 1", "2:13", "method.tolerance = 1; must be > 0 and < 1"},
    {"[method]\ntolerance = nan", "2:13", "must be a finite number > 0 and < 1"},
    {"[method]\nmax_iterations = 0", "2:18", "must be a whole number >= 1"},
    {"[method]\nmax_iterations = 10.0", "2:18", "= 10; must be a whole number >= 1"},
    {"[steps]\nmax = 0", "2:7", "must be > 0 [s]"},
    {"[steps]\nmax = 0.01\nmin = 0.02", "3:7", "must be > 0 and <= 0.01 [s] (not above steps.max)"},
    {"[steps]\nmax_stretch_change = -1", "2:22", "must be > 0"},
    {"[time]\nframes = 10\nduration = 2", "2:10", "only one of duration or frames may be given"},
    {"[time]\nframes = -1", "2:10", "must be a whole number >= 0"},
    {"[time]\nframes = 20000000", "2:10", "<= 10000000"},
    {"[time]\nduration = 999999\nframe_rate = 1000", "2:12", "must be at most 10000000 frames"},
    {"[time]\nframe_rate = 0", "2:14", "must be > 0 and <= 1e+06 [1/s]"},
    {"[time]\nsettle = inf", "2:10", "must be a finite number >= 0"},
    {"[world]\ngravity = -9.81", "2:11", "world.gravity = -9.81; must be [x, y, z] [m/s^2] (y is up"},
    {"[world]\ngravity = [0, -9.81]", "2:11", "world.gravity = [0, -9.81]; must be [x, y, z]"},
    {"[world]\ngravity = [0, nan, 0]", "2:15", "world.gravity.1 = nan; must be a finite number"},
    {"[world]\ngravity = [0, 1e7, 0]", "2:15", "must be >= -1e+06 and <= 1e+06"},
    {"[world]\nair_density = -1", "2:15", "must be >= 0 [kg/m^3]"},
    {"[world.wind]\nspeed = 1", "2:1", "world.wind.speed = 1; no such key"},
    {"[world.wind]\ngust_period = 0", "2:15", "must be > 0 [s]"},
    {"[world.wind]\nseed = -1", "2:8", "must be a whole number >= 0"},
    {"[output]\nformats = ['pc3']", "2:12", "output.formats.0 = \"pc3\"; must be \"pc2\" or \"obj\" or \"ply\""},
};
INSTANTIATE_TEST_SUITE_P(Top, SceneIsRefused, testing::ValuesIn(kTop));

const BadScene kFabric[] = {
    {"fabric = 3", "1:10", "must hold tables: [fabric.NAME]"},
    {"[fabric.x]\nstretch = -3", "2:11", "fabric.x.stretch = -3; must be > 0 [N/m] (cotton is about 20000)"},
    {"[fabric.x]\nstretch = 0", "2:11", "must be > 0 [N/m]"},
    {"[fabric.x]\nstretch = 'stiff'", "2:11", "must be a finite number > 0 [N/m]"},
    {"[fabric.x]\nstretch = {warp = 1, woof = 2}", "2:22", "fabric.x.stretch.woof = 2; no such key"},
    {"[fabric.x]\nshear = {stiffness = -1}", "2:22", "must be >= 0 [N/m]"},
    {"[fabric.x]\nbend = {damping = -1}", "2:19", "must be >= 0 [N m s]"},
    {"[fabric.x]\ndensity = 0", "2:11", "must be > 0 [kg/m^2]"},
    {"[fabric.x]\nfriction = -0.1", "2:12", "must be >= 0"},
    {"[fabric.x]\nthickness = -1", "2:13", "must be >= 0 [m]"},
    {"[fabric.x]\nstrain = {min = -1}", "2:17", "must be > -1 and <= 0"},
    {"[fabric.x]\nstrain = {max = -0.1}", "2:17", "must be >= 0"},
    {"[fabric.x]\nbase = 'denin'", "2:8", "no such fabric comes with Pleat (did you mean \"denim\"?)"},
    {"[fabric.x]\nstrech = 1", "2:1", "fabric.x.strech = 1; no such key (did you mean \"stretch\"?)"},
    {"[fabric.\"a/b\"]\ndensity = 1", "1:1", "fabric.a/b has the name \"a/b\"; must be 1 to 64 bytes"},
};
INSTANTIATE_TEST_SUITE_P(Fabric, SceneIsRefused, testing::ValuesIn(kFabric));

const BadScene kClothes[] = {
    {"[[cloth]]\nname = 'a'", "1:1", "cloth.0 needs one of grid, disc or obj"},
    {"[[cloth]]\ngird = {}", "2:1", "cloth.0.gird = a table; no such key (did you mean \"grid\"?)"},
    {"[[cloth]]\ngrid = {}\ndisc = {}", "3:8", "only one of grid, disc or obj may be given"},
    {"[[cloth]]\ngrid = 3", "2:8", "must be a table with some of: size, cells, facing, middle_particle"},
    {"[[cloth]]\ngrid = {size = [1, 0]}", "2:16", "must be [width, height], each > 0 [m]"},
    {"[[cloth]]\ngrid = {size = [1]}", "2:16", "must be [width, height]"},
    {"[[cloth]]\ngrid = {cells = [1, 0]}", "2:21", "cloth.0.grid.cells.1 = 0; must be a whole number >= 1"},
    {"[[cloth]]\ngrid = {cells = [1, 2.5]}", "2:21", "must be a whole number >= 1"},
    {"[[cloth]]\ngrid = {cells = 5}", "2:17", "must be [along u, along v]"},
    {"[[cloth]]\ngrid = {cells = [2000, 2000]}", "2:8", "would have 4004001 particles; at most 4000000 are left"},
    {"[[cloth]]\ngrid = {cells = [2000000000, 2000000000]}", "2:8", "at most 4000000 are left"},
    {"[[cloth]]\ngrid = {facing = 'down'}", "2:18", "must be \"upright\" or \"level\""},
    {"[[cloth]]\ngrid = {middle_particle = 1}", "2:27", "must be true or false"},
    {"[[cloth]]\ngrid = {size = [1e-300, 1e-300]}", "1:1", "cloth.0: cloth: triangle 1 has no area at rest"},
    {"[[cloth]]\ndisc = {radius = 0}", "2:18", "must be > 0"},
    {"[[cloth]]\ndisc = {rings = 2000}", "2:8", "would have 12006001 particles"},
    {"[[cloth]]\nobj = 3", "2:7", "must be the name of an OBJ file"},
    {"[[cloth]]\ngrid = {}\nweld = 0.1", "3:8", "cloth.0.weld = 0.1; is only for a cloth made from obj"},
    {kCloth + "fabric = 'deni'", "3:10", "cloth.0.fabric = \"deni\"; no such fabric (did you mean \"denim\"?)"},
    {kCloth + "name = ''", "3:8", "must be 1 to 64 bytes"},
    {kCloth + "name = '../../x'", "3:8", "must be 1 to 64 bytes, without /"},
    {kCloth + "name = 'a'\n[[cloth]]\ndisc = {}\nname = 'a'", "4:1", "is called \"a\" like a cloth before it"},
    {kCloth + "rest_angles = 'none'", "3:15", "must be \"flat\" or \"start\""},
    {kCloth + "color = 'red'", "3:9", "cloth.0.color = \"red\"; must be a colour like \"#b03a2e\", or [warp, weft]"},
    {kCloth + "color = '#b03a2'", "3:9", "must be a colour like"},
    {kCloth + "color = '#b03a2e0'", "3:9", "must be a colour like"},
    {kCloth + "color = '#b03a2g'", "3:9", "must be a colour like"},
    {kCloth + "color = 0xb03a2e", "3:9", "must be a colour like"},
    {kCloth + "color = ['#b03a2e']", "3:9", "must be a colour like \"#b03a2e\", or [warp, weft]"},
    {kCloth + "color = ['#b03a2e', '#b03a2e', '#b03a2e']", "3:9", "or [warp, weft]"},
    {kCloth + "color = ['#b03a2e', 'blue']", "3:21", "cloth.0.color.1 = \"blue\"; must be a colour like"},
    {kCloth + "place = {rotate = [0, 0, 0, 90]}", "3:19", "must be [axis x, axis y, axis z, angle] [degrees]"},
    {kCloth + "place = {rotate = [0, 1, 0]}", "3:19", "must be [axis x, axis y, axis z, angle]"},
    {kCloth + "place = {scale = 0}", "3:18", "must be > 0"},
    {kCloth + "place = {move = [0, 1, 0]}", "3:10", "no such key"},
    {kCloth + "velocity = 3", "3:12", "cloth.0.velocity = 3; must be [x, y, z] [m/s]"},
    {kCloth + "velocity = [0, 1]", "3:12", "must be [x, y, z] [m/s]"},
    {kCloth + "velocity = [0, inf, 0]", "3:16", "cloth.0.velocity.1 = inf; must be a finite number"},
    {kRegion, "3:1", "cloth.0.region.0 needs one of box_uv, box or group"},
    {kCloth + "[[cloth.region]]\ngroup = 'top'", "3:1", "changes nothing; needs rest_stretch or fabric"},
    {kRegion + "group = 'top'", "5:9", "no triangle has all its particles in the group"},
    {kRegion + "group = 'tpo'", "5:9", "no such group (did you mean \"top\"?)"},
    {kRegion + "box = {min = [5, 5, 5], max = [6, 6, 6]}", "5:7", "no triangle has its middle in the box"},
    {kRegion + "box = {min = [0, 0, 0], max = [-1, 1, 1]}", "5:31", "must not be below min"},
    {kRegion + "box_uv = {min = [0, 0]}", "5:10", "cloth.0.region.0.box_uv.max is missing; must be [u, v] [m]"},
    {kRegion + "box_uv = {min = [0, 0], max = [1, -1]}", "5:31", "must not be below min"},
    {kRegion + "group = 'top'\nrest_stretch = 0", "6:16", "must be > 0 and <= 1000"},
    {kRegion + "group = 'top'\nrest_stretch = [1]", "6:16", "must be a number or [along warp, along weft]"},
};
INSTANTIATE_TEST_SUITE_P(Cloth, SceneIsRefused, testing::ValuesIn(kClothes));

const BadScene kSolids[] = {
    {"solid = 3\n" + kCloth, "1:9", "must be at most 500 tables: [[solid]]"},
    {kSolid, "3:1", "solid.0 needs one of plane, box, sphere, capsule, cylinder, cone or obj"},
    {kSolid + "shpere = {}", "4:1", "solid.0.shpere = a table; no such key (did you mean \"sphere\"?)"},
    {kSolid + "sphere = {}\nbox = {}", "4:10", "only one of plane, box, sphere, capsule, cylinder, cone or obj"},
    {kSolid + "sphere = 1", "4:10", "must be a table with some of: radius, rings"},
    {kSolid + "sphere = {radius = 0}", "4:20", "solid.0.sphere.radius = 0; must be > 0 and <= 1e+06 [m]"},
    {kSolid + "sphere = {rings = 1}", "4:19", "must be a whole number >= 2"},
    {kSolid + "sphere = {rings = 1000}", "4:10", "would have 6000002 particles; at most 4000000 are left for it"},
    {kSolid + "plane = {normal = [0, 0, 0]}", "4:19", "must be a direction [x, y, z], not all 0"},
    {kSolid + "plane = {half_size = -1}", "4:22", "must be > 0 and <= 1e+06 [m]"},
    {kSolid + "plane = {cells = 0}", "4:18", "must be a whole number >= 1"},
    {kSolid + "plane = {cells = 2000}", "4:9", "would have 4004001 particles"},
    {kSolid + "box = {}", "4:7", "solid.0.box.size is missing; must be [x, y, z], each > 0 [m]"},
    {kSolid + "box = {size = [1, 0, 1]}", "4:15", "must be [x, y, z], each > 0 [m]"},
    {kSolid + "capsule = {length = 0}", "4:21", "must be > 0"},
    {kSolid + "capsule = {rings = 1000}", "4:11", "would have "},
    {kSolid + "cylinder = {segments = 2}", "4:24", "must be a whole number >= 3"},
    {kSolid + "cylinder = {rings = 1}", "4:21", "must be a whole number >= 2"},
    {kSolid + "cylinder = {segments = 100000, rings = 100000}", "4:12", "would have 10000000002 particles"},
    {kSolid + "cone = {height = inf}", "4:18", "must be a finite number > 0"},
    {kSolid + "cone = {segments = 2}", "4:20", "must be a whole number >= 3"},
    {kSolid + "cone = {segments = 5000000}", "4:8", "would have 5000002 particles"},
    {kSolid + "obj = ''", "4:7", "must be the name of an OBJ file"},
    {kSolid + "cone = {}\nsequence = {pc2 = 'a.pc2'}", "5:12", "is only for a solid made from obj"},
    {kSolid + "cone = {}\nplace = {scale = -1}", "5:18", "must be > 0"},
    {kSolid + "cone = {}\nmotion = {sine = {amplitude = [1, 0, 0]}}", "5:18", "solid.0.motion.sine.period is missing"},
    {kSolid + "cone = {}\nthickness = -0.1", "5:13", "solid.0.thickness = -0.1; must be >= 0.0001 and <= 1 [m]"},
    {kSolid + "cone = {}\nfriction = -1", "5:12", "must be >= 0"},
    {kSolid + "cone = {}\ntwo_sided = 1", "5:13", "must be true or false"},
    {kSolid + "cone = {}\ncolor = 'red'", "5:9", "solid.0.color = \"red\"; must be a colour like \"#b03a2e\""},
    {kSolid + "cone = {}\nname = 'a/b'", "5:8", "must be 1 to 64 bytes"},
    {kSolid + "cone = {}\n[[solid]]\ncone = {}\nname = 'solid'", "5:1", "is called \"solid\" like a solid before it"},
};
INSTANTIATE_TEST_SUITE_P(Solid, SceneIsRefused, testing::ValuesIn(kSolids));

const BadScene kPins[] = {
    {kCloth + "[[pin]]", "3:1", "pin.0 needs one of particle, particles, group, corner, corners, box or nearest"},
    {kCloth + "pin = 3", "3:1", "cloth.0.pin = 3; no such key"},
    {"pin = 3\n" + kCloth, "1:7", "must be at most 10000 tables: [[pin]]"},
    {kPin + "particle = 1", "4:10", "only one of particle, particles, group, corner"},
    {kCloth + "[[pin]]\nparticle = 9", "4:12",
     "must be a whole number >= 0 and <= 8 (index in cloth \"cloth\", from 0)"},
    {kCloth + "[[pin]]\nparticle = -1", "4:12", "must be a whole number >= 0 and <= 8"},
    {kCloth + "[[pin]]\nparticles = []", "4:13", "must be one or more indices"},
    {kCloth + "[[pin]]\nparticles = [1, 2, 1]", "4:20", "pin.0.particles.2 = 1; must not be in the list twice"},
    {kCloth + "[[pin]]\ngroup = 'lfet'", "4:9", "no such group in cloth \"cloth\" (did you mean \"left\"?)"},
    {kCloth + "[[pin]]\ncorner = 'left'", "4:10", "must be \"bottom-left\" or \"bottom-right\" or \"top-left\""},
    {kCloth + "[[pin]]\ncorners = []", "4:11", "must be one to four corners"},
    {"[[cloth]]\ndisc = {}\n[[pin]]\ncorner = 'top-left'", "4:10", "has no such corner (only grids have"},
    {kCloth + "[[pin]]\nbox = {min = [5, 5, 5], max = [6, 6, 6]}", "4:7", "holds no particle of cloth \"cloth\""},
    {kCloth + "[[pin]]\nnearest = 'me'", "4:11", "must be [x, y, z] [m]"},
    {kPin + "cloth = 'flag'", "5:9", "pin.0.cloth = \"flag\"; no such cloth"},
    {kCloth + kPin, "5:1", "pin.0.cloth is missing; must be the name of a cloth, as there are several"},
    {kPin + "from = 2\nuntil = 2", "6:9", "pin.0.until = 2; must be > 2"},
    {kPin + "until = nan", "5:9", "must be a number"},
    {kPin + "from = inf", "5:8", "must be a number <= 1e+09 [s]"},
    {kPin + "hold = 'some'", "5:8", "must be \"all\" or an array of one to three"},
    {kPin + "hold = []", "5:8", "must be \"all\" or an array of one to three"},
    {kPin + "hold = ['x', 'w']", "5:14", "must be \"x\" or \"y\" or \"z\""},
    {kPin + "hold = ['x', [2, 0, 0]]", "5:14", "must not lie along or between the directions before it"},
    {kPin + "hold = [[0, 0, 0]]", "5:9", "must be a direction [x, y, z], not all 0"},
    {kPin + "hold = 'all'\nslide = {}", "6:9", "only one of hold or slide may be given"},
    {kPin + "slide = {}", "5:9", "pin.0.slide needs one of curve, line, plane, sphere or cylinder"},
    {kPin + "slide = {curve = {points = [[0, 0, 0]]}}", "5:28", "must be 2 or more [x, y, z] [m]"},
    {kPin + "slide = {curve = {points = [[0, 0, 0], [0, 0, 0]]}}", "5:40", "must differ from the point before it"},
    {kPin + "slide = {curve = {closed = true, points = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]}}", "5:66",
     "must differ from the first point"},
    {kPin + "slide = {line = {point = [0, 0, 0]}}", "5:18", "pin.0.slide.line.point = [0, 0, 0]; no such key"},
    {kPin + "slide = {plane = {normal = [0, 0, 0]}}", "5:28", "not all 0"},
    {kPin + "slide = {sphere = {center = [0, 0, 0]}}", "5:19",
     "pin.0.slide.sphere.radius is missing; must be a finite"},
    {kPin + "slide = {cylinder = {point = [0, 0, 0], axis = [0, 1, 0], radius = -1}}", "5:68", "must be > 0"},
    {kPin + "follow = 'ball'", "5:10", "pin.0.follow = \"ball\"; no such solid"},
    {kPin + "follow = 'ball'\n[[solid]]\nname = 'bail'\ncone = {}", "5:10", "(did you mean \"bail\"?)"},
    {kPin + "follow = 'solid'\nmotion = {}\n[[solid]]\ncone = {}", "5:10", "only one of motion or follow may be given"},
    {kPin + "[[pin]]\nname = 'pin'\nparticle = 0", "5:1", "is called \"pin\" like a pin before it"},
    {kTwoPins + "corner = 'top-left'", "5:1",
     "pin.1 (\"b\") and pin.0 (\"pin\") both hold particle 6 of cloth \"cloth\" at the same time"},
};
INSTANTIATE_TEST_SUITE_P(Pin, SceneIsRefused, testing::ValuesIn(kPins));

const BadScene kMotions[] = {
    {kMotion + "3", "5:10", "must be a table with some of: keyframes"},
    {kMotion + "[]", "5:10", "must be a table, or an array of one to 100 tables"},
    {kMotion + "{from = 1}", "5:10", "pin.0.motion needs one of keyframes, sine, circle or rotation"},
    {kMotion + "{keyframes = [[0, 0, 0, 0]]}", "5:23", "must be [t, x, y, z] [s, m, m, m], two or more of them"},
    {kMotion + "{keyframes = [[0, 0, 0, 0], [0, 1, 0, 0]]}", "5:38", "times must increase"},
    {kMotion + "{keyframes = [[0, 0, 0, 0], [1, 1, 0]]}", "5:38",
     "pin.0.motion.keyframes.1 = [1, 1, 0]; must be [t, x"},
    {kMotion + "{sine = {amplitude = [1, 0, 0], period = 1}, interpolation = 'linear'}", "5:71",
     "belongs to keyframes"},
    {kMotion + "{sine = {amplitude = [1, 0, 0]}}", "5:18", "pin.0.motion.sine.period is missing; must be a finite"},
    {kMotion + "{sine = {amplitude = [1, 0, 0], period = 0}}", "5:51", "must be other than 0 [s]"},
    {kMotion + "[{sine = {period = 1}}]", "5:19", "pin.0.motion.0.sine.amplitude is missing; must be [x, y, z] [m]"},
    {kMotion + "{circle = {radius = [0, 2, 0], axis = [0, 1, 0], period = 1}}", "5:30", "parallel to the axis"},
    {kMotion + "{circle = {radius = [0, 0, 0], axis = [0, 1, 0], period = 1}}", "5:30", "must not be 0"},
    {kMotion + "{rotation = {axis = [0, 0, 0], rate = 1}}", "5:30", "must be a direction [x, y, z], not all 0"},
    {kMotion + "{rotation = {axis = [0, 1, 0]}}", "5:22", "does not turn; needs rate, swing or keyframes"},
    {kMotion + "{rotation = {axis = [0, 1, 0], swing = 30}}", "5:22", "pin.0.motion.rotation.period is missing"},
    {kMotion + "{rotation = {axis = [0, 1, 0], rate = 30, period = 2}}", "5:61", "belongs to swing, which is missing"},
    {kMotion + "{rotation = {axis = [0, 1, 0], keyframes = [[0, 0], [1, inf]]}}", "5:66", "must be a finite number"},
    {kMotion + "{rotation = {axis = [0, 1, 0], rate = 1}, from = 3, until = 1}", "5:70",
     "must be > 3 [s] (after from)"},
    {kMotion + "{sine = {}, circle = {}}", "5:31", "only one of keyframes, sine, circle or rotation may be given"},
};
INSTANTIATE_TEST_SUITE_P(Motion, SceneIsRefused, testing::ValuesIn(kMotions));

TEST(SceneLimits, DeepNestingIsRefusedBeforeItIsParsed) {
    const std::string message = "nested too deeply for a scene";
    EXPECT_NE(message_of("a = " + std::string(100000, '[')).find("bad.toml:1:37: " + message), std::string::npos);
    std::string dots = "title = 'a'\na";
    for (int i = 0; i < 100000; ++i) dots += " . \"=\"";
    EXPECT_NE(message_of(dots + " = 1").find("bad.toml:2:"), std::string::npos);
    EXPECT_NE(message_of(dots + " = 1").find(message), std::string::npos);
}

TEST(SceneLimits, DotsAndBracketsInStringsAndCommentsDoNotNest) {
    const std::string many(1000, '.');
    const std::string open(1000, '[');
    const std::string text = "# " + open + many + "\ntitle = '" + many + open + "'\ndescription = \"\"\"\n" + open +
                             "\n\\\"" + many + "\"\"\"\"\"\n" + kCloth;
    EXPECT_EQ(message_of(text), "no error");
}

TEST(SceneLimits, LongTextIsRefused) {
    EXPECT_NE(message_of(std::string((4 << 20) + 1, '#')).find("a scene has at most 4194304"), std::string::npos);
}

TEST(SceneLimits, ParticlesAreCountedOverAllCloths) {
    SceneText source{kCloth + kCloth, "bad.toml", {}, 18};
    EXPECT_EQ(parse_scene(source).model.particle_count(), 18);
    source.max_particles = 17;
    EXPECT_THROW(parse_scene(source), Error);
}

TEST(SceneLimits, LongValuesAndNamesAreCutInMessages) {
    const std::string message = message_of("[method]\npreset = '" + std::string(1 << 20, 'x') + "'");
    EXPECT_LT(message.size(), 1000u);
    EXPECT_LT(message_of("[fabric." + std::string(1 << 20, 'x') + "]\n" + kCloth).size(), 1000u);
    EXPECT_LT(message_of(std::string(1 << 20, 'x') + " = 1").size(), 1000u);
}

}  // namespace
}  // namespace pleat
