# `cpack -G DEB` in build/release makes a package for the Debian that it is built on.
set(SEPAX_MAINTAINER "The Sepax authors <maintainers@users.noreply.a-seed-7f670696.example>" CACHE STRING "who answers for a package: NAME <MAIL>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The Sepax authors")
set(CPACK_PACKAGE_CONTACT ${SEPAX_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Sepax shows why two shapes in 2D or 3D do or do not touch: every axis of the
separating-axis test, both projection intervals, the gap, and the axis that
decides, while the shapes are dragged.

It keeps a failing pair as a small file for continuous integration, reads
pairs out of bug reports, asks other physics engines about them, looks into
the ZIP and OBB bundles that shapes come from, and teaches the test in short
lessons.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded by SDL when the window opens, so that no program names them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-dejavu-core, fonts-droid-fallback")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "npm")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packages/debian/staged.cmake)
set(CPACK_SEPAX_STRIP ${CMAKE_STRIP})
set(CPACK_SEPAX_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_SEPAX_PYTHON ${Python3_EXECUTABLE})
set(CPACK_SEPAX_RELEASE_DATE ${SEPAX_RELEASE_DATE})
set(CPACK_SEPAX_MAINTAINER ${SEPAX_MAINTAINER})
include(CPack)
