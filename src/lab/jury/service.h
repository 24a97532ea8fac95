#pragma once

#include "core/json.h"
#include "lab/jury/jury.h"

#include <string>
#include <string_view>
#include <vector>

// The reference as a juror: the protocol of juror.h the other way round, for other programs and languages.

namespace sepax {

class JsonReader;

class Service {
 public:
  /// Answers by an algorithm of the table, its options included, as chosenAlgorithm() reads it. Errors: there is none
  /// of that name.
  [[nodiscard]] static Result<Service> of(const std::string& algorithm);

  /// Which parts an answer has, of those of answerNames(); all without it. Errors: an unknown one.
  [[nodiscard]] Result<void> wantOnly(const std::vector<std::string>& answers);
  [[nodiscard]] static const std::vector<std::string>& answerNames();

  /// The line that says who answers, without its newline.
  [[nodiscard]] std::string hello() const;

  /// The answer to a line, one line without its newline. A request with an "answer" of the asker's own is answered by
  /// how that differs from the reference, by more than a "tolerance" in metres, as the jury tells it. Errors are
  /// answers; a line {"answers": […]} alone says what is
  /// wanted from here on, and is answered by what is.
  [[nodiscard]] std::string answer(std::string_view line);

 private:
  [[nodiscard]] Result<Json> answerTo(Json& request);
  [[nodiscard]] Result<JurorAnswer> pairAnswer(const Document& document) const;
  void leaveOut(JurorAnswer& answer) const;

  std::string algorithm_;
  const PairAlgorithm* row_ = nullptr;
  std::vector<std::string> wanted_ = answerNames();
};

}  // namespace sepax
