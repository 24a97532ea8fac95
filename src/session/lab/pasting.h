#pragma once

#include "lab/paste/paste.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct OpenPaste;
struct ReadPaste;
struct TakePaste;
struct TextEngine;
struct Workspace;

/// A posted text and what was read from it, until it is accepted or given up.
struct PasteState {
  bool open = false;
  std::string text, name;  ///< name: of the file that it came from
  paste::Answers answers;  ///< the user's, to what the text leaves open
  bool is_reading = false;
  std::string error;
  std::shared_ptr<const Pasted> read;  ///< of the text and the answers, or of those before while it is read
  std::string verdict;
  std::vector<PasteVerdict> others;    ///< the verdicts with the other answers
  const TextEngine* engine = nullptr;  ///< whose code it is
};

/// True of a file that is text and nothing that is opened in another way.
[[nodiscard]] bool isTextToPaste(const std::string& path);

/// These execute the requests.
void openPaste(Workspace& workspace, const OpenPaste& request);
void readPaste(Workspace& workspace, const ReadPaste& request);
void takePaste(Workspace& workspace, const TakePaste& request);

/// The shown pair as the text of a form (lab/export.h), for the clipboard.
void copyPairAs(Workspace& workspace, const std::string& form);

}  // namespace sepax
