import type { Command } from "commander";
import type { Docloom } from "../../client/docloom.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { collect, readMergeData } from "../merge-data.ts";
import { openInput, reportResult } from "./file-tool.ts";

interface MergeFileOptions {
  data?: string;
  set?: string[];
  setting?: string[];
  to?: string;
  outputName?: string;
  test?: boolean;
  output?: string;
}

/** `tools merge`: a template of this machine and data, in one call. */
export function mergeFileTool(): Command {
  return subcommand(
    "merge",
    "fill a template of this machine with data; the service keeps nothing",
    `docloom tools merge offer.docx --data offer.json -o offer.pdf
     docloom tools merge offer.docx --set Name=Ann --setting pdf_a=2b -o - > offer.pdf`,
  )
    .argument("<template>", "docx, xlsx, pptx, pdf or html; - reads standard input")
    .option("--data <file>", "JSON file with the data; - reads standard input")
    .option("--set <Name=value>", "one value; may be repeated", collect)
    .option(
      "--setting <name=value>",
      "how it is merged, e.g. locale=de-DE; a value that is JSON counts as that",
      collect,
    )
    .option("--to <type>", "type of the result: pdf, the template's own, or xml for its e-invoice; pdf when absent")
    .option("--output-name <name>", "name of the file, in the merge language")
    .option("--test", "mark it as a sample, with what the linter says as warnings")
    .option(
      "-o, --output <path>",
      "file or folder for the result; its own name here when absent, - for standard output",
    )
    .action(async (template: string, options: MergeFileOptions, command: Command) => {
      if (template === "-" && options.data === "-")
        throw new UsageError("Template and data cannot both come by standard input.");
      const { docloom, output } = contextOf(command);
      const settings = settingsOf(options.setting ?? []);
      const answer = await docloom().tools.merge(await openInput(template), readMergeData(options), {
        ...(options.to === undefined ? {} : { output: options.to }),
        ...(options.outputName === undefined ? {} : { output_name: options.outputName }),
        ...(options.test ? { test: 1 } : {}),
        ...(settings ? { settings } : {}),
      });
      reportResult("merge", answer, { inputs: [template], to: options.output, output });
    });
}

type Settings = NonNullable<NonNullable<Parameters<Docloom["tools"]["merge"]>[2]>["settings"]>;

function settingsOf(pairs: readonly string[]): Settings | undefined {
  if (pairs.length === 0) return undefined;
  const entries = pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`--setting takes name=value, not "${pair}".`);
    return [pair.slice(0, at), settingValue(pair.slice(at + 1))] as const;
  });
  return Object.fromEntries(entries) as Settings;
}

/** An object or a list as JSON; any other text as it is. */
function settingValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--setting got "${text}", which is no JSON.`);
  }
}
