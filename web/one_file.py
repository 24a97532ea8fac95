"""The page as one file: one_file.py SITE writes it to standard output. Its parts are base64 in elements, which page.js looks for first."""
import base64
import pathlib
import sys

site = pathlib.Path(sys.argv[1])
elements = "".join(
    f'<script id="{name}" type="text/plain">{base64.b64encode((site / (name + ".gz")).read_bytes()).decode()}</script>\n'
    for name in ("sepax.wasm", "data.tar", "chinese.ttf"))


def script(name):
    return (site / name).read_text(encoding="utf-8").replace("</script", "<\\/script")


page = (site / "index.html").read_text(encoding="utf-8")
licences = (site / "LICENSES").read_text(encoding="utf-8").replace("--", "- -")
parts = elements + f'<script id="sepax.js" type="text/plain">{script("sepax.js")}</script>'
page = page.replace("<!-- parts -->", parts)
page = page.replace('<script src="page.js"></script>', f"<script>{script('page.js')}</script>")
sys.stdout.write(page + f"<!--\n{licences}\n-->\n")
