# pleat_compile_options(target): warnings, instruction set, sanitizers and floating-point rules of all our targets.
function(pleat_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-qual
    # Faster and still exact: no errno from sqrt, no traps; sums are never reordered.
    -fno-math-errno -fno-trapping-math -ffp-contract=fast)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 raises these inside its own headers: vector intrinsics under Eigen, and the operators of std::string.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict
      -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  if(PLEAT_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PLEAT_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    # Eigen checks every index; our own assertions stay.
    target_compile_definitions(${target} PRIVATE EIGEN_NO_DEBUG)
  endif()
  if(PLEAT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${PLEAT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${PLEAT_SANITIZE})
  endif()
  # Read by nearly every source, and slow to read.
  target_precompile_headers(${target} PRIVATE
    <algorithm> <cmath> <filesystem> <functional> <map> <memory> <optional> <span> <string> <variant> <vector>
    <Eigen/Core> <Eigen/Geometry>)
  if(CMAKE_UNITY_BUILD)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # It takes what a joined source includes for a header.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
    pleat_join_folders(${target})
  endif()
endfunction()

# pleat_join_folders(target): the sources of a folder are read as one where a preset asks for it ("lint", and those of
# sanitizers): most of the time goes into the headers of libraries.
function(pleat_join_folders target)
  set_property(TARGET ${target} PROPERTY UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP "${folder}")
  endforeach()
endfunction()
