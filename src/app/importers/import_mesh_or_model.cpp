// sepax-import and sepax-import-model as one WebAssembly program: what is large in them, assimp, is there once. Their
// `main` functions have these names here (web/web.cmake).

#include <string_view>

int mainOfImport(int argc, char** argv);
int mainOfImportModel(int argc, char** argv);

int main(int argc, char** argv) {
  return std::string_view(argv[0]) == "sepax-import-model" ? mainOfImportModel(argc, argv) : mainOfImport(argc, argv);
}
