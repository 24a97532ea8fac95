#pragma once

#include "core/error.h"
#include "draw/palette.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

class Reel;
enum class Film : std::uint8_t;

/// The files that a picture can be saved as.
enum class FigureFormat : std::uint8_t { kSvg, kPdf, kPng, kGif };

struct FigureFormatRow {
  FigureFormat format;
  const char* name;
  const char* ending;  ///< of a file name, lower case
  const char* tip;     ///< a key of tr()
  bool has_pixels = false, plays = false;
};
/// In the order of FigureFormat.
[[nodiscard]] std::span<const FigureFormatRow> figureFormats();
[[nodiscard]] const FigureFormatRow& rowOf(FigureFormat format);
/// By the end of a file's name, in any case; nullopt when it is none of them.
[[nodiscard]] std::optional<FigureFormat> figureFormatOf(const std::string& path);

/// The background behind the lines: the window's gradient, one colour (white in the light theme), or nothing.
enum class FigureBackground : std::uint8_t { kTheme, kPlain, kNone };

/// How a picture is saved.
struct FigureOptions {
  Theme theme = Theme::kLight;
  bool is_transparent = true;  ///< but a GIF
  int png_scale = 2;           ///< pixels of the file for one of the window
  int gif_scale = 1;
  std::optional<Film> film;  ///< that a GIF plays; nullopt: what is most likely meant
};

/// A picture of the file: one, or of a GIF as many as it plays.
struct FigureFrame {
  std::string svg;
  double seconds = 0;
};
/// The file's bytes. Only a GIF has more than one picture. `goes_on` hears how many are done; false stops the work.
[[nodiscard]] Result<std::string> encodeFigure(FigureFormat format, std::span<const FigureFrame> frames, double scale,
                                               const std::function<bool(std::size_t done)>& goes_on = {});

/// The id of the job that makes a film, where jobs are listed and cancelled by their ids, which are positive.
inline constexpr int kFilmJob = -1;

/// A picture that was asked for, until it is made.
struct FigureRun {
  std::string file;                 ///< where it is to be saved; empty: nowhere
  bool copies = false;              ///< it is wanted in the clipboard, as SVG
  std::shared_ptr<Reel> reel;       ///< of a GIF while its pictures are made, one a frame of the window,
  std::string reel_file;            ///< where that is to be saved,
  std::vector<FigureFrame> frames;  ///< and those made so far
  double scale = 1;                 ///< of those frames
};

/// An SVG of anybody's as a picture of another format, made by the confined program sepax-import-svg: at most 16 MiB,
/// 8192 pixels a side, ten seconds and 1 GiB of memory. Files and addresses that it names are not read.
[[nodiscard]] Result<std::string> convertForeignSvg(std::string_view svg, const std::string& name, FigureFormat format,
                                                    double scale);

}  // namespace sepax
