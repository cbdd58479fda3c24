import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { UsageError } from "../../project/usage-error.ts";
import { findMergeTests, type MergeTestResult, runMergeTest } from "../../testing/merge-test.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed, EXIT } from "../exit-codes.ts";
import type { Colors } from "../output.ts";
import { documentsRoot, projectOrFail } from "./push.ts";

export function testCommand(): Command {
  return subcommand(
    "test",
    "merge templates with their tests (*.merge.json) and compare the PDFs with what they expect",
    `docloom test
     docloom test documents/Invoice --junit report.xml
     docloom test --update        writes the expected page pictures anew`,
  )
    .argument("[places...]", "tests, or folders of them; the project's documents when absent")
    .option("--junit <file>", "write a JUnit report, too")
    .option("--update", "write the expected pictures instead of comparing")
    .option("-t, --filter <text>", "only tests with this in their name")
    .action(
      async (places: string[], options: { junit?: string; update?: boolean; filter?: string }, command: Command) => {
        const context = contextOf(command);
        const { output } = context;
        const roots = places.length > 0 ? places : [documentsRoot(projectOrFail())];
        const tests = roots.flatMap(findMergeTests).filter(({ name }) => name.includes(options.filter ?? ""));
        if (tests.length === 0) throw new UsageError(`There are no tests (*.merge.json) in ${roots.join(", ")}.`);

        const docloom = context.docloom();
        const results: MergeTestResult[] = [];
        let isStopped = false;
        // The test under way finishes on its own: only then is its trial document gone from the service.
        process.once("SIGINT", () => {
          isStopped = true;
        });
        for (const test of tests) {
          if (isStopped) throw new CommandFailed(EXIT.interrupted);
          const result = await runMergeTest(docloom, test, { update: options.update === true });
          results.push(result);
          for (const line of resultLines(result, output.colors)) output.say(line);
        }
        if (options.junit) writeJunit(options.junit, results);

        const failed = results.filter(({ passed }) => !passed).length;
        output.result({ passed: results.length - failed, failed, tests: results }, () => {
          const { green, red } = output.colors;
          const passed = green(`${results.length - failed} passed`);
          return ["", failed > 0 ? `${red(`${failed} failed`)}, ${passed}` : passed];
        });
        if (failed > 0) throw new CommandFailed();
      },
    );
}

function resultLines({ name, passed, durationMs, problems, written }: MergeTestResult, colors: Colors): string[] {
  const head = `${passed ? colors.green("✓") : colors.red("✗")} ${name} ${colors.dim(`${durationMs.toFixed(0)} ms`)}`;
  const pictures = passed ? written.map((file) => colors.dim(`    wrote ${path.relative(".", file)}`)) : [];
  return [head, ...problems.map((problem) => `    ${colors.red(problem)}`), ...pictures];
}

/** The report that build servers read. */
function writeJunit(file: string, results: readonly MergeTestResult[]): void {
  const failures = results.filter(({ passed }) => !passed).length;
  const cases = results.map(({ name, file: source, durationMs, problems }) => {
    const head = `<testcase classname="${xml(source)}" name="${xml(name)}" time="${(durationMs / 1_000).toFixed(3)}"`;
    if (problems.length === 0) return `    ${head}/>`;
    return `    ${head}><failure message="${xml(problems[0] ?? "")}">${xml(problems.join("\n"))}</failure></testcase>`;
  });
  const counts = `tests="${results.length}" failures="${failures}"`;
  const lines = [
    `<testsuites ${counts}>`,
    `  <testsuite name="docloom" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ];
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join("\n")}\n`);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };

function xml(text: string): string {
  // Characters that XML 1.0 cannot hold would make the report unreadable.
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replace(/[&<>"\n]/g, (one) => ENTITIES[one] ?? "");
}
