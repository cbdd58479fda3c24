/** A table of 1,000 rows, 5 columns, 2 modifiers each, as html with escaping; all run in this process. */
import { Liquid } from "liquidjs";
import { parseTemplate, renderTemplate } from "../../src/language/template.ts";
import { compare } from "../harness.ts";

const OURS =
  "<table>{foreach $rows as $row}<tr><td>{$row.name|upper|truncate:20}</td>" +
  '<td>{$row.price|number_format:2|cat:" EUR"}</td><td>{$row.date|date_format:"%d.%m.%Y"|default:"-"}</td>' +
  '<td>{$row.city|lower|capitalize}</td><td>{$row.note|default:"none"|replace:"a":"b"}</td></tr>\n{/foreach}</table>';
const LIQUID =
  "<table>{% for row in rows %}<tr><td>{{ row.name | upcase | truncate: 20 }}</td>" +
  '<td>{{ row.price | round: 2 | append: " EUR" }}</td><td>{{ row.date | date: "%d.%m.%Y" | default: "-" }}</td>' +
  '<td>{{ row.city | downcase | capitalize }}</td><td>{{ row.note | default: "none" | replace: "a", "b" }}</td></tr>\n{% endfor %}</table>';

const rows = Array.from({ length: 1_000 }, (_, index) => ({
  name: `name <${index}>`,
  price: index * 1.37,
  date: `2024-02-${String(1 + (index % 28)).padStart(2, "0")}`,
  city: "SOME WORDS Here",
  note: index % 3 === 0 ? null : "banana",
}));
const context = { now: new Date(), locale: "en-US", timeZone: "UTC", currency: "EUR", autoescape: true };

export async function run(): Promise<void> {
  const liquid = new Liquid({ outputEscape: "escape" });
  const parsed = parseTemplate(OURS, { mode: "html" }).template;
  const theirs = liquid.parse(LIQUID);
  const rounds = { warmUp: 30, rounds: 100 };
  await compare(
    "parsed and rendered, 1,000 rows",
    {
      docloom: () => renderTemplate(parseTemplate(OURS, { mode: "html" }).template, { rows }, context),
      liquidjs: () => liquid.parseAndRenderSync(LIQUID, { rows }),
    },
    rounds,
  );
  await compare(
    "a parsed template rendered",
    { docloom: () => renderTemplate(parsed, { rows }, context), liquidjs: () => liquid.renderSync(theirs, { rows }) },
    rounds,
  );
}
