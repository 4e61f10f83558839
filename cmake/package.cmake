# A Debian package of everything that is installed: cpack --config build/release/CPackConfig.cmake
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pleat)
set(CPACK_PACKAGE_CONTACT "The authors of Pleat")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Cloth simulator")
set(CPACK_PACKAGE_DESCRIPTION "The command pleat, which simulates scene files, the library that it is made of with its
headers, and scenes to start from.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
# What the command links is found in it; headers of Pleat need Eigen, and videos the program ffmpeg.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, libeigen3-dev, libtbb-dev")
include(CPack)
