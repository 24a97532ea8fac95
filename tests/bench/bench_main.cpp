#include <benchmark/benchmark.h>

#include <string>
#include <vector>

/// `sepax bench [--json]`: Google Benchmark's own options work too.
int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  if (arguments.size() > 1 && arguments[1] == "bench") arguments.erase(arguments.begin() + 1);  // as `sepax bench` hands it over
  for (std::string& a : arguments) {
    if (a == "--json") a = "--benchmark_format=json";
  }
  std::vector<char*> pointers;
  for (std::string& a : arguments) pointers.push_back(a.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
