# What an installed Sepax consists of. core/platform_posix.cpp finds programs and data.
install(TARGETS sepax RUNTIME)
install(TARGETS sepax_window sepax_import sepax_import_model sepax_import_picture sepax_import_sound sepax_import_entry sepax_import_svg sepax_keeper
  RUNTIME DESTINATION ${SEPAX_HELPER_FOLDER})
install(DIRECTORY shaders DESTINATION ${SEPAX_DATA_FOLDER})
install(DIRECTORY assets/apis assets/cases assets/corpus assets/languages assets/lessons assets/recordings
  DESTINATION ${SEPAX_DATA_FOLDER}/assets)
install(FILES assets/case.schema.json assets/answers.schema.json assets/output.schema.json assets/api.schema.json DESTINATION ${SEPAX_DATA_FOLDER}/assets)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/assets/bundle DESTINATION ${SEPAX_DATA_FOLDER}/assets FILES_MATCHING PATTERN "*.obb")
install(DIRECTORY clients recorders DESTINATION ${SEPAX_DATA_FOLDER} PATTERN "test_*.py" EXCLUDE PATTERN __pycache__ EXCLUDE)
install(FILES imgui.ini DESTINATION ${SEPAX_DATA_FOLDER})
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# For the desktop.
configure_file(assets/desktop/org.sepax.sepax.metainfo.xml.in org.sepax.sepax.metainfo.xml @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/org.sepax.sepax.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/desktop/sepax.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/desktop/sepax.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES assets/desktop/sepax.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)

# Manual pages and completions: the program prints them from the options that it declares.
set(manual_folder ${CMAKE_BINARY_DIR}/share/man/man1)
set(completion_folder ${CMAKE_BINARY_DIR}/share/completions)
file(MAKE_DIRECTORY ${manual_folder} ${completion_folder})
add_custom_command(
  OUTPUT ${manual_folder}/sepax.1 ${completion_folder}/sepax ${completion_folder}/_sepax ${completion_folder}/sepax.fish
  COMMAND sepax man --output ${manual_folder}
  COMMAND sepax completions bash --output ${completion_folder}/sepax
  COMMAND sepax completions zsh --output ${completion_folder}/_sepax
  COMMAND sepax completions fish --output ${completion_folder}/sepax.fish
  DEPENDS sepax sepax_window
  COMMENT "Writing manual pages and completions"
  VERBATIM
)
add_custom_target(sepax_manual ALL DEPENDS ${manual_folder}/sepax.1)
install(DIRECTORY ${manual_folder} DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${completion_folder}/sepax DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completion_folder}/_sepax DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${completion_folder}/sepax.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
