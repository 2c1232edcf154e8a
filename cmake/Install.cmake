# What `cmake --install` puts where, below any prefix: the program finds its parts relative to itself. And the Debian
# package made of it (scripts/package). LibTorch is in neither: the program finds one, or sets one up, at run time.
include(GNUInstallDirs)
set(_share ${CMAKE_INSTALL_DATADIR})
set(_doc ${CMAKE_INSTALL_DOCDIR})

install(TARGETS ampscope-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Where core/io/module_file.cpp looks: not lib/<machine>/, whatever CMAKE_INSTALL_LIBDIR is.
foreach(_module ampscope_engine ampscope_cuda_module)
  if(TARGET ${_module})
    install(TARGETS ${_module} LIBRARY DESTINATION lib/ampscope)
  endif()
endforeach()
install(DIRECTORY lessons DESTINATION ${_share}/ampscope)
install(DIRECTORY resources/hardware DESTINATION ${_share}/ampscope FILES_MATCHING PATTERN "*.json")
install(FILES README.md CHANGELOG.md DESTINATION ${_doc})
install(DIRECTORY docs/pictures DESTINATION ${_doc}/docs)
install(FILES packaging/copyright DESTINATION ${_doc})
install(FILES LICENSE DESTINATION ${_doc})

# Pages of the manual; compressed by the package's build only.
install(FILES packaging/ampscope-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

if(AMPSCOPE_GUI)
  install(TARGETS ampscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES packaging/ampscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES packaging/ampscope.desktop DESTINATION ${_share}/applications)
  install(FILES packaging/ampscope-mime.xml DESTINATION ${_share}/mime/packages RENAME ampscope.xml)
  configure_file(packaging/ampscope.metainfo.xml.in ${PROJECT_BINARY_DIR}/packaging/ampscope.metainfo.xml @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/packaging/ampscope.metainfo.xml DESTINATION ${_share}/metainfo)
  install(FILES packaging/ampscope.svg DESTINATION ${_share}/icons/hicolor/scalable/apps)

  add_executable(icon_pictures packaging/icon_pictures.cpp)
  ampscope_settings(icon_pictures)
  target_link_libraries(icon_pictures PRIVATE Qt6::Svg)
  set_target_properties(icon_pictures PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/icons)
  set(_icons ${PROJECT_BINARY_DIR}/icons/hicolor)
  set(_sizes 16 22 24 32 48 64 128 256 512)
  list(TRANSFORM _sizes REPLACE "(.+)" "${_icons}/\\1x\\1/apps/ampscope.png" OUTPUT_VARIABLE _pictures)
  add_custom_command(OUTPUT ${_pictures}
    COMMAND icon_pictures ${PROJECT_SOURCE_DIR}/packaging/ampscope.svg ${_icons} ${_sizes}
    DEPENDS icon_pictures ${PROJECT_SOURCE_DIR}/packaging/ampscope.svg VERBATIM)
  add_custom_target(icons DEPENDS ${_pictures})
  add_dependencies(ampscope icons) # what is installed must have been built
  install(DIRECTORY ${_icons} DESTINATION ${_share}/icons)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ampscope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "ampscope")
set(CPACK_PACKAGE_CONTACT "The ampscope authors <ampscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "oscilloscope for automatic mixed precision")
set(CPACK_PACKAGE_DESCRIPTION "Shows what fp32, fp16, bf16 and fp8 do to numbers, to gradients, to memory and to a real
training run, and takes two chapters on mixed-precision training lesson by lesson.
.
Training needs LibTorch, which is not in this package: the first start offers to
set it up in the user's data folder. Numbers, records and lessons' texts work without.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Only for dpkg-shlibdeps to read past: no package is asked for.
if(LibTorch_FOLDER)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${LibTorch_FOLDER}/lib)
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-venv, fonts-inter, fonts-jetbrains-mono, fonts-noto-cjk, qt6-wayland, shared-mime-info")
include(CPack)
