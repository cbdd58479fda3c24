/**
 * Feeds the language token soups and mutated templates: npm run tools -- language-fuzz [COUNT [SEED]].
 * Nothing but a Failure may be thrown, and none may take longer than its time limit. Exits with 1 otherwise.
 */
import { Failure } from "../../src/domain/failure.ts";
import { fieldsToJsonSchema } from "../../src/language/fields-schema.ts";
import { listFields } from "../../src/language/list-fields.ts";
import { parseTemplate, renderTemplate } from "../../src/language/template.ts";
import { Random } from "./random.ts";
import { HOSTILE_DATA, mutatedTemplate, tokenSoup } from "./soup.ts";

const count = Number(process.argv[2] ?? 100_000);
const random = new Random(Number(process.argv[3] ?? 4711));
const MILLISECONDS = 1000;
const GRACE_MILLISECONDS = 500;
const context = {
  now: new Date(0),
  locale: "en-US",
  timeZone: "UTC",
  currency: "USD",
  autoescape: true,
  limits: { milliseconds: MILLISECONDS, steps: 1_000_000, outputCharacters: 1_000_000 },
};

let valid = 0;
let failures = 0;
let slowest = 0;
let wrong = 0;
for (let index = 0; index < count; index++) {
  const source = random.chance(0.5) ? tokenSoup(random) : mutatedTemplate(random);
  const start = performance.now();
  try {
    const { template, errors } = parseTemplate(source, { mode: random.chance(0.5) ? "html" : "text" });
    if (errors.length === 0) valid++;
    fieldsToJsonSchema(listFields(template));
    renderTemplate(template, HOSTILE_DATA, { ...context, trace: random.chance(0.2) });
  } catch (error) {
    if (error instanceof Failure) failures++;
    else {
      wrong++;
      console.log(`untyped exception for ${JSON.stringify(source)}\n  ${error instanceof Error ? error.stack : error}`);
    }
  }
  const took = performance.now() - start;
  if (took > slowest) slowest = took;
  if (took > MILLISECONDS + GRACE_MILLISECONDS) {
    wrong++;
    console.log(`${took.toFixed(0)} ms for ${JSON.stringify(source)}`);
  }
}
const polluted = "polluted" in {};
console.log(
  `${count} templates: ${valid} valid, ${failures} typed failures, ${wrong} wrong, slowest ${slowest.toFixed(0)} ms`,
);
process.exitCode = wrong > 0 || polluted ? 1 : 0;
