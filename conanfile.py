"""Builds and packages Pleat with Conan 2: conan create ."""
from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, cmake_layout


class Pleat(ConanFile):
    name = "pleat"
    version = "0.1.0"
    description = "Cloth simulator"
    license = "Apache-2.0"
    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeToolchain", "CMakeDeps"
    exports_sources = "CMakeLists.txt", "cmake/*", "src/*", "apps/*", "scenes/*", "LICENSE"

    def requirements(self):
        # Headers of these are in Pleat's own; who links Pleat needs nothing of the others.
        self.requires("eigen/3.4.0", transitive_headers=True)
        self.requires("boost/1.84.0")
        self.requires("cli11/2.4.2")
        self.requires("embree3/3.13.5")
        self.requires("fmt/10.2.1")
        self.requires("libpng/1.6.43")
        self.requires("nlohmann_json/3.11.3")
        self.requires("onetbb/2021.12.0")
        self.requires("tomlplusplus/3.4.0")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure(variables={"PLEAT_TESTS": "OFF", "PLEAT_BENCHMARKS": "OFF"})
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "pleat")
        self.cpp_info.components["simulation"].set_property("cmake_target_name", "pleat::pleat")
        self.cpp_info.components["simulation"].libs = ["pleat"]
        self.cpp_info.components["simulation"].requires = [
            "eigen::eigen", "onetbb::onetbb", "nlohmann_json::nlohmann_json", "tomlplusplus::tomlplusplus", "boost::headers"]
        self.cpp_info.components["render"].set_property("cmake_target_name", "pleat::render")
        self.cpp_info.components["render"].libs = ["pleat_render"]
        self.cpp_info.components["render"].requires = ["simulation", "embree3::embree3", "libpng::libpng"]
        self.cpp_info.components["report"].set_property("cmake_target_name", "pleat::report")
        self.cpp_info.components["report"].libs = ["pleat_report"]
        self.cpp_info.components["report"].requires = ["render"]
        self.cpp_info.components["command"].requires = ["report", "cli11::cli11", "fmt::fmt"]
