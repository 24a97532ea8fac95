#include "lab/search/relations.h"

#include "document/tested_pairs.h"
#include "format/case_reader.h"
#include "lab/search/failure.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace sepax {
namespace {

std::vector<Document> shippedCases() {
  std::vector<Document> out;
  for (const char* folder : {"/assets/cases", "/assets/corpus"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(SEPAX_SOURCE_DIR) + folder)) {
      if (auto loaded = loadCase(entry.path().string()); loaded && loaded->document.bodies.size() <= 4)
        out.push_back(loaded->document);
    }
  }
  return out;
}

TEST(Relations, HoldForEverySoundRowOnEveryShippedPair) {
  std::map<std::string, std::size_t> held;
  std::size_t pairs = 0;
  for (const Document& document : shippedCases()) {
    for (const PairIds& pair : testedPairs(document)) {
      ++pairs;
      for (const char* name : {"sat", "gjk-epa", "sat-float"}) {
        JuryMember member{nullptr, findAlgorithm(name)};
        const RelationsReport report = checkRelations(member, document, pair);
        held[name] += report.held.size();
        for (const BrokenRelation& broken : report.broken) {
          ADD_FAILURE() << document.name << ", " << pair.first << " and " << pair.second << ", " << name << ", "
                        << broken.relation << ": " << broken.text << " (tolerance " << broken.tolerance << ")";
        }
      }
    }
  }
  std::printf("%zu pairs: sat %zu, gjk-epa %zu, sat-float %zu relations held\n", pairs, held["sat"], held["gjk-epa"],
              held["sat-float"]);
  EXPECT_GT(pairs, 50u);
  for (const auto& [name, count] : held) EXPECT_GT(count, 200u) << name;
}

TEST(Relations, AreBrokenByPublishedMistakes) {
  std::map<std::string, std::set<std::string>> rows_of;  // that break each relation
  const std::vector<Document> documents = shippedCases();
  for (const PairAlgorithm& row : pairAlgorithms()) {
    if (!row.historical) continue;
    for (const Document& document : documents) {
      for (const PairIds& pair : testedPairs(document)) {
        JuryMember member{nullptr, &row};
        for (const BrokenRelation& broken : checkRelations(member, document, pair).broken) {
          rows_of[broken.relation].insert(row.name);
          // What is told can be asked again.
          EXPECT_EQ(broken.changed.bodies.size(), 2u);
          EXPECT_GT(std::abs(broken.found - broken.expected), broken.tolerance);
        }
      }
    }
  }
  for (const auto& [relation, rows] : rows_of) std::printf("%s: %zu rows\n", relation.c_str(), rows.size());
  for (const char* relation : {"swap", "rotate", "mtv", "scale"}) EXPECT_GE(rows_of[relation].size(), 1u) << relation;
}

}  // namespace
}  // namespace sepax
