# CPack runs this on the staged files before it packs them: what Debian's policy wants otherwise than an ordinary installation.
set(usr ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${usr}/share/doc/sepax)

file(READ ${CPACK_SEPAX_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^.*Permission is" "Permission is" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " LICENCE " ${licence}")
configure_file(${CPACK_SEPAX_SOURCE_DIR}/packages/debian/copyright.in ${doc}/copyright @ONLY)
file(REMOVE ${doc}/LICENSE)

execute_process(
  COMMAND ${CPACK_SEPAX_PYTHON} ${CPACK_SEPAX_SOURCE_DIR}/packages/debian/changelog.py ${doc}/CHANGELOG.md
    ${CPACK_SEPAX_RELEASE_DATE} ${CPACK_SEPAX_MAINTAINER}
  OUTPUT_FILE ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${doc}/CHANGELOG.md)
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip --best --no-name ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE programs ${usr}/bin/* ${usr}/libexec/*)
execute_process(COMMAND ${CPACK_SEPAX_STRIP} --remove-section=.comment --remove-section=.note ${programs}
  COMMAND_ERROR_IS_FATAL ANY)

# Pages for people belong under share/doc; the help names the one of the recorders beside them.
file(RENAME ${usr}/share/sepax/recorders/README.md ${doc}/recorders.md)
file(CREATE_LINK ../../doc/sepax/recorders.md ${usr}/share/sepax/recorders/README.md SYMBOLIC)

file(MAKE_DIRECTORY ${usr}/share/zsh/vendor-completions)
file(RENAME ${usr}/share/zsh/site-functions/_sepax ${usr}/share/zsh/vendor-completions/_sepax)
file(REMOVE_RECURSE ${usr}/share/zsh/site-functions)

file(MAKE_DIRECTORY ${usr}/share/lintian/overrides)
configure_file(${CPACK_SEPAX_SOURCE_DIR}/packages/debian/lintian-overrides ${usr}/share/lintian/overrides/sepax COPYONLY)
