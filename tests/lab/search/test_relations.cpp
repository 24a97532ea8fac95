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

// The cut between two pieces of the polygon goes from (1, 0) to (4, 0): the top of the ellipse touches it from below,
// 0.2 m inside of the polygon, or it lies in the middle of a small one.
TEST(Relations, AndTheJuryFindNoMistakeInTheReferenceAtACutOfAPolygon) {
  for (const char* const ellipse :
       {R"({"type": "ellipse", "half_axes": [1, 0.25], "margin": 0.25}, "position": [1.2, -0.5])",
        R"({"type": "ellipse", "half_axes": [0.06, 0.04]}, "position": [1.3, 0.01])"}) {
    const auto loaded = parseCase(fmt::format(R"({{"sepax": 1, "space": "2d", "bodies": [
          {{"id": "A", "shape": {{"type": "polygon", "vertices": [[0, -0.5], [4, -0.5], [4, 0], [1, 1], [1, 0], [0, 1]]}}}},
          {{"id": "B", "shape": {}}}]}})",
                                              ellipse),
                                  "cut");
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const PairIds pair{"A", "B"};
    JuryMember member{nullptr, &referenceAlgorithm()};
    EXPECT_TRUE(checkRelations(member, loaded->document, pair).broken.empty()) << ellipse;
    const auto reference = testPair(loaded->document, pair);
    ASSERT_TRUE(reference);
    EXPECT_FALSE(reference->answer.contacts.empty());
    const JuryRow row = askMember(member, loaded->document, pair, reference->answer, {});
    EXPECT_FALSE(row.differs()) << wrongText(row.differences);
  }
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
