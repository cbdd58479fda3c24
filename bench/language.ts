/**
 * The merge language against liquidjs: a table of 1,000 rows, 5 columns, 2 modifiers each, as html with escaping.
 * Run with `npm run bench -- language`; the ratio is what counts; both run in this process.
 */

import { Liquid } from "liquidjs";
import { present } from "../src/domain/present.ts";
import { parseTemplate, renderTemplate } from "../src/language/template.ts";

const ROWS = 1000;
const WARM_UP_RUNS = 30;
const MEASURED_RUNS = 100;

const OURS =
  "<table>{foreach $rows as $row}<tr><td>{$row.name|upper|truncate:20}</td>" +
  '<td>{$row.price|number_format:2|cat:" EUR"}</td><td>{$row.date|date_format:"%d.%m.%Y"|default:"-"}</td>' +
  '<td>{$row.city|lower|capitalize}</td><td>{$row.note|default:"none"|replace:"a":"b"}</td></tr>\n{/foreach}</table>';

const LIQUID =
  "<table>{% for row in rows %}<tr><td>{{ row.name | upcase | truncate: 20 }}</td>" +
  '<td>{{ row.price | round: 2 | append: " EUR" }}</td><td>{{ row.date | date: "%d.%m.%Y" | default: "-" }}</td>' +
  '<td>{{ row.city | downcase | capitalize }}</td><td>{{ row.note | default: "none" | replace: "a", "b" }}</td></tr>\n{% endfor %}</table>';

const rows = Array.from({ length: ROWS }, (_, index) => ({
  name: `name <${index}>`,
  price: index * 1.37,
  date: `2024-02-${String(1 + (index % 28)).padStart(2, "0")}`,
  city: "SOME WORDS Here",
  note: index % 3 === 0 ? null : "banana",
}));
const context = { now: new Date(), locale: "en-US", timeZone: "UTC", currency: "EUR", autoescape: true };
const liquid = new Liquid({ outputEscape: "escape" });

const cachedOurs = parseTemplate(OURS, { mode: "html" }).template;
const cachedLiquid = liquid.parse(LIQUID);

const contestants = {
  "docloom, parse and render": () =>
    renderTemplate(parseTemplate(OURS, { mode: "html" }).template, { rows }, context).text,
  "liquidjs, parse and render": () => liquid.parseAndRenderSync(LIQUID, { rows }) as string,
  "docloom, cached template": () => renderTemplate(cachedOurs, { rows }, context).text,
  "liquidjs, cached template": () => liquid.renderSync(cachedLiquid, { rows }) as string,
};

const medians = new Map<string, number>();
for (const [name, run] of Object.entries(contestants)) {
  const times = measure(run);
  const median = present(times[MEASURED_RUNS >> 1]);
  medians.set(name, median);
  console.log(`${name.padEnd(28)} ${median.toFixed(2)} ms per ${ROWS} rows (best ${present(times[0]).toFixed(2)} ms)`);
}
for (const manner of ["parse and render", "cached template"]) {
  const ratio = present(medians.get(`liquidjs, ${manner}`)) / present(medians.get(`docloom, ${manner}`));
  console.log(`${manner}: ${ratio.toFixed(1)} times as fast as liquidjs`);
}

/** Sorted times of warm runs in milliseconds. */
function measure(run: () => string): number[] {
  for (let index = 0; index < WARM_UP_RUNS; index++) run();
  const times = Array.from({ length: MEASURED_RUNS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b);
}
