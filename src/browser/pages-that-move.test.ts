import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPageWait } from "../domain/page-wait.ts";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";

const printEnv: PrintEnv = env;
const nonce = "0123456789abcdef";

async function printed(body: string, wait = "") {
  const html = `<!doctype html><title>-</title><body style="margin:0;font-family:Arial">${body.replaceAll("<script>", `<script nonce="${nonce}">`)}`;
  const margins = { top: 0.5, right: 0.5, bottom: 0.5, left: 0.5 };
  const result = await printHtml(printEnv, {
    html,
    nonce,
    page: {
      widthInches: 8.5,
      heightInches: 11,
      marginsInches: margins,
      landscape: false,
      sizeIsDefault: true,
      heightIsAuto: false,
    },
    place: { now: Date.UTC(2026, 10, 27, 12), timeZone: "Asia/Tokyo", locale: "de-DE" },
    wait: readPageWait(wait),
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  const pdf = Buffer.from(await printedBytes(printEnv, result)).toString("latin1");
  return { pdf, title: /\/Title \(([^)]*)\)/.exec(pdf)?.[1], warnings: result.warnings };
}

/** What is drawn: the operators of all streams that are not fonts or pictures. */
function operators(pdf: string): string {
  const streams = [...pdf.matchAll(/<<([^>]*(?:>(?!>)[^>]*)*)>> stream\n([\s\S]*?)\nendstream/g)];
  return streams
    .filter(([, dictionary = ""]) => !/Length1|\/Type|\/Subtype/.test(dictionary))
    .map(([, , bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"))
    .join("\n");
}

/** Widths of the rectangles that are drawn, in the page's own pixels. */
const widths = (pdf: string) =>
  [...operators(pdf).matchAll(/^[\d.-]+ [\d.-]+ ([\d.-]+) [\d.-]+ re$/gm)].map(([, width]) => Number(width));

const bar = (id: string, style: string) =>
  `<div id="${id}" style="height:20px;width:0;background:#c00;${style}"></div>`;
const grows = `const began=performance.now();
  const grow=(now)=>{const part=Math.min(1,(now-began)/1500);a.style.width=part*400+"px";
    if(part<1)requestAnimationFrame(grow);else document.title="whole at "+Math.round(now)};
  requestAnimationFrame(grow)`;

describe("a page that moves", () => {
  it.each([
    ["frames", `${bar("a", "")}<script>${grows}</script>`, 400],
    [
      "a transition",
      `${bar("a", "transition:width 2s")}<script>setTimeout(()=>{a.style.width="310px"},700)</script>`,
      310,
    ],
    [
      "an animation without scripts",
      `<style>@keyframes g{to{width:320px}}</style>${bar("a", "animation:g 3s both")}`,
      320,
    ],
    [
      "timers that follow one another",
      `${bar("a", "")}<script>let n=0;const next=()=>{a.style.width=++n*50+"px";if(n<6)setTimeout(next,300)};next()</script>`,
      300,
    ],
    [
      "an interval that ends",
      `${bar("a", "")}<script>let n=0;const id=setInterval(()=>{a.style.width=++n*10+"px";if(n===25)clearInterval(id)},100)</script>`,
      250,
    ],
    [
      "a picture that is encoded, then shown",
      `${bar("a", "")}<canvas id="c"></canvas><script>c.toBlob((blob)=>{const reader=new FileReader();
        reader.onload=()=>{const image=new Image();image.onload=()=>{a.style.width="330px"};image.src=reader.result};
        reader.readAsDataURL(blob)})</script>`,
      330,
    ],
    [
      "an element whose size is observed",
      `${bar("a", "")}<div id="b" style="width:50%"></div><script>new ResizeObserver(([entry])=>{
        setTimeout(()=>{a.style.width="340px"},200)}).observe(b)</script>`,
      340,
    ],
    [
      "the end of a transition",
      `${bar("a", "")}${bar("b", "transition:width 1s")}<script>setTimeout(()=>{b.style.width="10px"},1);
        b.addEventListener("transitionend",()=>{a.style.width="350px"})</script>`,
      350,
    ],
  ])("is printed when it has come to rest: %s", async (_, body, width) => {
    const { pdf, warnings } = await printed(body);
    expect(warnings).toEqual([]);
    expect(widths(pdf)).toContain(width);
  });

  it("is drawn with the same operators each time, by the time of the merge", async () => {
    const body = `${bar("a", "")}<p id="p"></p><script>${grows};setInterval(()=>{p.textContent=new Date()},200)</script>`;
    const pages = await Promise.all([printed(body), printed(body), printed(body)]);
    expect(pages[0]?.title).toBe("whole at 1500");
    const [first, ...others] = pages.map(({ pdf }) => operators(pdf));
    expect(first).toContain(" re");
    for (const other of others) expect(other).toBe(first);
  });

  const values = [12, 30, 22, 38.5];
  /** A chart of its own making, with the animation that libraries have: bars and a line grow for a second of frames, easing out. */
  const chart = (draw: string) => `<script>const values=${JSON.stringify(values)};const began=performance.now();${draw};
    const grow=(now)=>{const part=Math.min(1,(now-began)/1000);paint(1-(1-part)**3);if(part<1)requestAnimationFrame(grow)};
    requestAnimationFrame(grow)</script>`;

  it("draws the values of a chart: the rectangles and points of its drawing are theirs", async () => {
    const { pdf, warnings } = await printed(
      `<svg width="400" height="200">${values.map((_, index) => `<rect x="${index * 60}" width="50" fill="#369"/>`).join("")}<polyline fill="none" stroke="#c00" stroke-width="2"/></svg>` +
        chart(`const paint=(part)=>{document.querySelectorAll("rect").forEach((bar,index)=>{const height=values[index]*4*part;
          bar.setAttribute("height",height);bar.setAttribute("y",200-height)});
          document.querySelector("polyline").setAttribute("points",values.map((value,index)=>index*60+25+","+(200-value*4*part)).join(" "))}`),
    );
    expect(warnings).toEqual([]);
    const drawn = operators(pdf);
    const heights = Array.from(
      drawn.matchAll(/^[\d.-]+ [\d.-]+ 50 ([\d.-]+) re$/gm),
      ([, height]) => Number(height) / 4,
    );
    expect(heights).toEqual(values);
    const points = Array.from(drawn.matchAll(/^([\d.-]+) ([\d.-]+) [ml]$/gm), ([, x, y]) => [
      Number(x),
      (200 - Number(y)) / 4,
    ]);
    for (const [index, value] of values.entries()) expect(points).toContainEqual([index * 60 + 25, value]);
  });

  it("draws the values of a chart on a canvas: its pixels are as high", async () => {
    const { pdf, warnings } = await printed(
      `<canvas width="240" height="200"></canvas>${chart(`const context=document.querySelector("canvas").getContext("2d");
        const paint=(part)=>{context.fillStyle="#fff";context.fillRect(0,0,240,200);context.fillStyle="#336699";
          values.forEach((value,index)=>context.fillRect(index*60,200-value*4*part,50,value*4*part))}`)}`,
    );
    expect(warnings).toEqual([]);
    const streams = [...pdf.matchAll(/<<([^>]*(?:>(?!>)[^>]*)*)>> stream\n([\s\S]*?)\nendstream/g)];
    const [, dictionary, bytes = ""] = streams.find(([, each = ""]) => each.includes("/Subtype /Image")) ?? [];
    expect(dictionary).toContain("/Width 240");
    const pixels = inflateSync(Buffer.from(bytes, "latin1"));
    const heights = values.map((_, index) => {
      const column = Array.from({ length: 200 }, (_, y) => pixels[(y * 240 + index * 60 + 25) * 3]);
      return column.filter((red) => red === 0x33).length / 4;
    });
    expect(heights).toEqual(values);
  });

  it("knows the document's language, time zone and time", async () => {
    const { title } = await printed(`<script>const day = new Date();
      document.title=[navigator.language,navigator.languages.join(),day.getHours(),day.getTimezoneOffset(),
        (1234.5).toLocaleString(),day.toLocaleDateString(),day instanceof Date,Date.now()].join(" ")</script>`);
    expect(title).toBe(`de-DE de-DE,de 21 -540 1.234,5 27.11.2026 true ${Date.UTC(2026, 10, 27, 12)}`);
  });

  it.each([
    ["a clock", "setInterval(()=>{},1000)", "10 s of its time, while a timer went on that repeats every 1 s."],
    [
      "a clock of single timers",
      "(function tick(){setTimeout(tick,400)})()",
      "10 s of its time: a timer that would run 400 ms later was not waited for.",
    ],
    [
      "frames without an end",
      "(function draw(){requestAnimationFrame(draw)})()",
      "10 s of its time, while scripts were still drawing frames.",
    ],
    [
      "a timer beyond the bound",
      "setTimeout(()=>{},12000)",
      "0 ms of its time: a timer that would run 12 s later was not waited for.",
    ],
  ])("tells what was still going on: %s", async (_, script, expected) => {
    const { warnings } = await printed(`<p>x<script>${script}</script>`);
    expect(warnings).toEqual([
      `The page was printed as it was after ${expected} \`settings[wait]\` says how long to wait, or for what.`,
    ]);
  });

  it("tells of an animation without an end and shows how it begins; what comes after half a minute is nothing", async () => {
    const style = "<style>@keyframes g{from{width:100px}to{width:200px}}</style>";
    const { pdf, warnings } = await printed(`${style}${bar("a", "animation:g 1s linear infinite")}`);
    expect(widths(pdf)).toContain(100);
    expect(warnings).toEqual(["An animation of the page has no end: it is printed as it was after 0 ms."]);
    const late = "<p>x<script>setTimeout(()=>{},60000);setInterval(()=>{},60000)</script>";
    expect((await printed(late)).warnings).toEqual([]);
  });
});

describe("settings[wait]", () => {
  const endless = `${bar("a", "")}<script>const draw=(now)=>{a.style.width=now/50+"px";requestAnimationFrame(draw)};
    requestAnimationFrame(draw)</script>`;

  it("prints a page as it is after so many milliseconds of its time", async () => {
    const { pdf, warnings } = await printed(endless, "1500");
    expect(Math.max(...widths(pdf).filter((width) => width < 700))).toBe(30);
    expect(warnings).toEqual([expect.stringContaining("after 1.5 s of its time, while scripts were still drawing")]);
  });

  const late = `${endless}<script>setTimeout(()=>{window.ready=true;a.title="x";document.title="set";
    dispatchEvent(new Event("ready"));document.dispatchEvent(new Event("drawn"))},12000)</script>`;

  it.each([
    ["expression: window.ready"],
    ["expression: new Promise((resolve) => addEventListener('ready', resolve))"],
    ["event: ready"],
    ["event: drawn"],
  ])("waits for %s", async (wait) => {
    const { title, warnings } = await printed(late, wait);
    expect(warnings).toEqual([]);
    expect(title).toBe("set");
  });

  it.each([
    ["expression: window.never", "after 30 s of its time: `window.never` was not true by then."],
    ["expression: window.a.b.c", "after 30 s of its time: `window.a.b.c` was not true by then."],
    ["event: never", "after 30 s of its time: the event never had not come by then."],
    ["expression: a +", "The expression of settings[wait] cannot be read: SyntaxError"],
  ])("says that it has not come: %s", async (wait, expected) => {
    const { warnings } = await printed(`<p>x<script>setInterval(()=>{},500)</script>`, wait);
    expect(warnings[0]).toContain(expected);
  });
});
