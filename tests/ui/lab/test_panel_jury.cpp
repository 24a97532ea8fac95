#include "comes_true.h"
#include "scratch.h"
#include "session/lab/jury_pool.h"
#include "ui/headless_window.h"
#include "ui/lab/jury_of_bullet.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace sepax {
namespace {

/// A window whose Jury panel is in front, without other programs.
struct JuryPanelTest : testing::Test {
  JuryPanelTest() {
    window.workspace.jury.pool =
        std::make_shared<JuryPool>(std::vector<JurorManifest>(), JurorLimits{}, std::function<void()>());
    window.shell.layout.bottom_open = true;
  }
  std::string textsOf(const std::string& notes) {
    Document document = defaultDocument();
    document.notes = notes;
    window.workspace.history.reset(std::move(document));
    window.showTab(kJuryPanel);
    return window.shownTexts(scratchFolder() + "/jury.txt");
  }
  bool sentInstall() const {
    return std::ranges::any_of(window.sent.requests, [](const Request& request) {
      const auto* const install = request.as<InstallJuror>();
      return install != nullptr && install->name == "jolt";
    });
  }
  HeadlessWindow window;
};

TEST_F(JuryPanelTest, SaysHowManyRelationsThereAre) {
  const std::string texts = textsOf("");
  EXPECT_NE(texts.find(fmt::format("of {}", relations().size())), std::string::npos) << texts;
  EXPECT_EQ(texts.find("Pasted"), std::string::npos);
}

TEST_F(JuryPanelTest, SaysWhoSpeaksForTheEngineWhoseCodeWasPasted) {
  const auto has = [](const std::string& texts, const char* part) { return texts.find(part) != std::string::npos; };
  const std::string bullet = textsOf("btBoxShape a(btVector3(1, 1, 1)); btSphereShape b(0.5);");
  EXPECT_TRUE(has(bullet, "Pasted from code of Bullet: its juror bullet is not installed.")) << bullet;
  EXPECT_TRUE(has(textsOf("PxBoxGeometry(1, 2, 3)"), "PhysX, for which there is no juror"));
  // One that can be brought is, at a click.
  JurorManifest jolt;
  jolt.name = "jolt";
  jolt.npm = JurorManifest::Package{"jolt-physics", "1.1.0", 45};
  window.workspace.jury.installable = {jolt};
  EXPECT_TRUE(has(textsOf("new Jolt.BoxShape(new Jolt.Vec3(1, 1, 1))"), "install its juror"));
  ASSERT_NE(HeadlessWindow::findWindow("jury"), nullptr);
  const ImGuiWindow& panel = *HeadlessWindow::findWindow("jury");
  bool is_sent = false;
  for (float y = panel.Pos.y + 10; y < panel.Pos.y + 120 && !is_sent; y += 8) {
    window.moveTo(panel.Pos.x + 20, y);
    ImGui::GetIO().MouseDown[0] = true;
    window.frame();
    ImGui::GetIO().MouseDown[0] = false;
    window.frame();
    is_sent = sentInstall();
    window.workspace.jobs = std::make_shared<Jobs>();
  }
  EXPECT_TRUE(is_sent);
}

TEST_F(JuryPanelTest, TheReferenceSaysTouchingAsTheHeadOfTheWindowDoes) {
  Document document = defaultDocument();
  for (Body& body : document.bodies) {
    body.shape = Box{{0.5, 0.5, 0.5}};
    body.rotation = Quat{0, 0, 0, 1};
  }
  document.bodies[0].position = {0, 0, 0};
  document.bodies[1].position = {1, 0, 0};
  window.workspace.history.reset(std::move(document));
  window.showTab(kJuryPanel);
  ASSERT_TRUE(comesTrue([&] {
    window.frame();
    return std::ranges::any_of(window.workspace.jury.jurors,
                               [](const JurorStatus& status) { return status.row != nullptr; });
  }));
  const std::string texts = window.shownTexts(scratchFolder() + "/jury-touching.txt");
  const std::size_t table = texts.find("Difference from reference");
  ASSERT_NE(table, std::string::npos);
  EXPECT_NE(texts.find("touching", table), std::string::npos) << texts.substr(table);
}

TEST_F(JuryPanelTest, AsksTheEngineWhoseCodeWasPastedRightBelowTheReference) {
  window.workspace.jury.pool = juryOfBullet();
  const std::string other = textsOf("");
  const auto placeOf = [](const std::string& texts, const char* row) {
    return texts.find(row, texts.find("Difference from reference"));
  };
  EXPECT_GT(placeOf(other, "bullet"), placeOf(other, "sat "));
  const std::string texts = textsOf("btBoxShape a(btVector3(1, 1, 1));");
  EXPECT_NE(texts.find("what that engine says is below the reference (bullet)"), std::string::npos) << texts;
  EXPECT_LT(placeOf(texts, "bullet"), placeOf(texts, "gjk-epa"));
}

TEST(PanelJury, HasNoColumnOfRelationsWhereASweepIsAsked) {
  HeadlessWindow window(1600, 900);
  Document document = defaultDocument();
  document.bodies[1].linear_velocity = Vec3{-1, 0, 0};
  window.workspace.history = History(document);
  window.workspace.jury.pool =
      std::make_shared<JuryPool>(std::vector<JurorManifest>(), JurorLimits{}, std::function<void()>());
  const auto textsWithQuestion = [&](std::size_t question) {
    window.workspace.view.lab.jury_question = question;
    window.showTab(kJuryPanel);
    return window.shownTexts(scratchFolder() + "/jury.txt");
  };
  const std::string pair = textsWithQuestion(0), sweep = textsWithQuestion(1);
  ASSERT_TRUE(window.workspace.jury.query);
  EXPECT_NE(pair.find("Relations"), std::string::npos) << pair;
  EXPECT_EQ(sweep.find("Relations"), std::string::npos) << sweep;
  EXPECT_NE(sweep.find("Hit at"), std::string::npos) << sweep;
}

}  // namespace
}  // namespace sepax
