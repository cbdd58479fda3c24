/** The page of `docloom dev`: the PDF drawn by pdf.js, redrawn without losing the place when it changes. */
export const DEV_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>docloom dev</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 0; background: light-dark(#e8e8ea, #26262a) }
  header { position: sticky; top: 0; z-index: 1; display: flex; gap: 1em; padding: .5em 1em;
    background: light-dark(#fff, #18181b); border-bottom: 1px solid light-dark(#ccc, #444) }
  header b { flex: 1 }
  main { display: grid; gap: 16px; justify-content: center; padding: 16px }
  canvas { display: block; max-width: 100%; height: auto; background: #fff; box-shadow: 0 1px 4px #0006 }
  pre { margin: 0; padding: 1em; white-space: pre-wrap; background: #b00020; color: #fff }
  pre:empty { display: none }
</style>
</head>
<body>
<header><b id="name"></b><span id="state" role="status">waiting</span><a href="/document.pdf" download>download</a></header>
<pre id="error" role="alert"></pre>
<main id="pages"></main>
<script type="module">
import * as pdfjs from "/pdfjs/build/pdf.min.mjs";
pdfjs.GlobalWorkerOptions.workerSrc = "/pdfjs/build/pdf.worker.min.mjs";
const get = (id) => document.getElementById(id);
let wanted = 0;

async function draw(version) {
  wanted = version;
  const pdf = await pdfjs.getDocument({ url: "/document.pdf?" + version, cMapUrl: "/pdfjs/cmaps/",
    standardFontDataUrl: "/pdfjs/standard_fonts/", wasmUrl: "/pdfjs/wasm/", isEvalSupported: false }).promise;
  const canvases = [];
  for (let number = 1; number <= pdf.numPages && wanted === version; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 96 / 72 * devicePixelRatio });
    const canvas = document.createElement("canvas");
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.style.width = viewport.width / devicePixelRatio + "px";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "Page " + number);
    await page.render({ canvas, canvasContext: canvas.getContext("2d"), viewport }).promise;
    canvases.push(canvas);
  }
  if (wanted === version) {
    get("pages").replaceChildren(...canvases);
    document.body.dataset.drawn = version;
  }
  pdf.destroy();
}

const events = new EventSource("/events");
events.onmessage = async ({ data }) => {
  const { name, version, state, error } = JSON.parse(data);
  get("name").textContent = document.title = name;
  get("state").textContent = state;
  get("error").textContent = error;
  if (!error && version) await draw(version);
};
events.onerror = () => { get("state").textContent = "docloom dev has ended"; };
</script>
</body>
</html>
`;
