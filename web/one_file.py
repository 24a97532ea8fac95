"""The page as one file: one_file.py SITE writes it to standard output. Its parts are base64 in elements, which page.js looks for first."""
import base64
import pathlib
import sys

site = pathlib.Path(sys.argv[1])
MAX_ENGINE_BYTES = 300_000  # larger engines would double the file; page.js does without what is not in it
engines = sorted(path.name[:-3] for path in site.glob("engine-*.js.gz") if path.stat().st_size <= MAX_ENGINE_BYTES)
PARTS = ["sepax.wasm", "data.tar", "sepax-import.wasm", "chinese.ttf", *engines]
elements = "".join(
    f'<script id="{name}" type="text/plain">{base64.b64encode((site / (name + ".gz")).read_bytes()).decode()}</script>\n'
    for name in PARTS)


def script(name):
    return (site / name).read_text(encoding="utf-8").replace("</script", "<\\/script")


page = (site / "index.html").read_text(encoding="utf-8")
licences = (site / "LICENSES").read_text(encoding="utf-8").replace("--", "- -")
parts = elements + f'<script id="sepax.js" type="text/plain">{script("sepax.js")}</script>'
page = page.replace("<!-- parts -->", parts)
page = page.replace('<script src="page.js"></script>', f"<script>{script('page.js')}</script>")
sys.stdout.write(page + f"<!--\n{licences}\n-->\n")
