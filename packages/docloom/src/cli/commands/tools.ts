import { Command, Option } from "commander";
import * as z from "zod";
import type { Docloom } from "../../client/docloom.ts";
import { readJson } from "../../project/json-file.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { fileTool, openLocked, openPasswordOption, reportResult, signedChoice, signedOption } from "./file-tool.ts";
import { mergeFileTool } from "./merge-file-tool.ts";
import { signTool, verifyTool } from "./signing-tools.ts";

const PERMISSIONS = [
  "Printing",
  "DegradedPrinting",
  "ModifyContents",
  "Assembly",
  "CopyContents",
  "FillIn",
  "AllFeatures",
] as const;

export function toolsCommand(): Command {
  return new Command("tools")
    .description(
      "fill a template, combine, convert, compress, encrypt, split, rotate, stamp, sign, verify and inspect files",
    )
    .addCommand(mergeFileTool())
    .addCommand(combine())
    .addCommand(
      fileTool(
        "convert",
        "any file to PDF",
        "docloom tools convert offer.docx -o offer.pdf\n     docloom tools convert plan.xlsx --open-password ...",
        (docloom, file, options) => docloom.tools.convertToPdf(file, signedChoice(options)),
      ).addOption(signedOption()),
    )
    .addCommand(
      fileTool(
        "archive",
        "make a PDF conform to PDF/A",
        "docloom tools archive scan.pdf --level 2b",
        (docloom, file, options) =>
          docloom.tools.convertToPdfa(file, { profile: options.level, ...signedChoice(options) } as Parameters<
            Docloom["tools"]["convertToPdfa"]
          >[1]),
      )
        .addOption(
          new Option("--level <level>", "part and level of PDF/A")
            .choices(["2b", "2u", "2a", "3b", "3u", "3a"])
            .default("2b"),
        )
        .addOption(signedOption()),
    )
    .addCommand(
      fileTool(
        "compress",
        "make a PDF smaller",
        "docloom tools compress scan.pdf -o small.pdf",
        (docloom, file, options) => docloom.tools.compressPdf(file, signedChoice(options)),
      ).addOption(signedOption()),
    )
    .addCommand(encrypt())
    .addCommand(split())
    .addCommand(
      fileTool(
        "rotate",
        "turn pages of a PDF",
        "docloom tools rotate scan.pdf --degrees 90 --pages 2-4",
        (docloom, file, options) =>
          docloom.tools.rotatePdf(file, {
            degrees: Number(options.degrees),
            pages: options.pages,
            ...signedChoice(options),
          }),
      )
        .requiredOption("--degrees <n>", "clockwise, a multiple of 90")
        .option("--pages <ranges>", "which pages, e.g. 1-3,5")
        .addOption(signedOption()),
    )
    .addCommand(
      fileTool(
        "stamp",
        "write a text over the pages of a PDF",
        'docloom tools stamp offer.pdf --text "DRAFT"',
        (docloom, file, options) =>
          docloom.tools.stampPdf(file, {
            text: options.text,
            pages: options.pages,
            ...signedChoice(options),
          } as Parameters<Docloom["tools"]["stampPdf"]>[1]),
      )
        .requiredOption("--text <text>", "what is written")
        .option("--pages <ranges>", "which pages, e.g. 1-3,5")
        .addOption(signedOption()),
    )
    .addCommand(
      fileTool(
        "flatten",
        "make form fields part of the pages",
        "docloom tools flatten form.pdf",
        (docloom, file, options) => docloom.tools.flattenPdf(file, signedChoice(options)),
      ).addOption(signedOption()),
    )
    .addCommand(signTool())
    .addCommand(verifyTool())
    .addCommand(info())
    .addCommand(detectFields())
    .addCommand(addFields());
}

function combine(): Command {
  return subcommand(
    "combine",
    "several files to one PDF, or to one Word document",
    "docloom tools combine cover.docx scan.pdf photo.jpg -o all.pdf",
  )
    .argument("<files...>", "in this order")
    .addOption(new Option("--to <type>", "what the files become").choices(["pdf", "docx"]).default("pdf"))
    .option(
      "-o, --output <path>",
      "file or folder for the result; its own name here when absent, - for standard output",
    )
    .addOption(openPasswordOption())
    .addOption(signedOption())
    .action(async (files: string[], options: CombineOptions, command: Command) => {
      const { docloom, output } = contextOf(command);
      const opened = await Promise.all(files.map((file) => openLocked(file, options)));
      const answer = await docloom().tools.combine(opened, { output: options.to, ...signedChoice(options) });
      reportResult("combine", answer, { inputs: files, to: options.output, output });
    });
}

interface CombineOptions {
  to: "pdf" | "docx";
  output?: string;
  openPassword?: string;
  signed?: string;
}

function encrypt(): Command {
  return fileTool(
    "encrypt",
    "protect a PDF with passwords",
    "docloom tools encrypt offer.pdf --user-password open-me --permissions Printing",
    (docloom, file, options) => {
      const permissions = (options.permissions ?? "").split(",").filter((name) => name !== "");
      const known = permissions.flatMap((name) => PERMISSIONS.filter((one) => one === name));
      if (known.length < permissions.length) throw new UsageError(`--permissions takes ${PERMISSIONS.join(", ")}.`);
      return docloom.tools.encryptPdf(file, {
        password: options.password,
        user_password: options.userPassword,
        permissions: known.length > 0 ? known : undefined,
        ...signedChoice(options),
      });
    },
  )
    .option("--password <text>", "needed to change the file")
    .option("--user-password <text>", "needed to open the file")
    .option("--permissions <list>", `what readers may do, separated by commas: ${PERMISSIONS.join(", ")}`)
    .addOption(signedOption());
}

function split(): Command {
  return fileTool(
    "split",
    "single pages of a PDF, or some of them, as a ZIP archive",
    "docloom tools split book.pdf --extract 1-3,7",
    (docloom, file, options) =>
      docloom.tools.splitPdf(file, { extract: options.extract, remove: options.remove, ...signedChoice(options) }),
  )
    .option("--extract <ranges>", "these pages, e.g. 1-3,7")
    .option("--remove <ranges>", "all but these pages")
    .addOption(signedOption());
}

function info(): Command {
  return subcommand("info", "pages, fields and facts of a PDF", "docloom tools info form.pdf --json")
    .argument("<file>", "the file; - reads standard input")
    .addOption(openPasswordOption())
    .action(async (file: string, options: { openPassword?: string }, command: Command) => {
      const { docloom, output } = contextOf(command);
      const facts = await docloom().tools.pdfInfo(await openLocked(file, options));
      output.result(facts, () => JSON.stringify(facts, null, 2));
    });
}

function detectFields(): Command {
  return subcommand(
    "detect-fields",
    "places of a PDF without form fields that ask to be filled",
    "docloom tools detect-fields form.pdf --json",
  )
    .alias("detect_fields")
    .argument("<file>", "the file; - reads standard input")
    .addOption(openPasswordOption())
    .action(async (file: string, options: { openPassword?: string }, command: Command) => {
      const { docloom, output } = contextOf(command);
      const found = await docloom().tools.detectFields(await openLocked(file, options));
      output.result(found, () =>
        found.fields.map(({ page, kind, name, box }) => `${page}\t${kind}\t${box.join(" ")}\t${name}`).join("\n"),
      );
    });
}

type Fields = Parameters<Docloom["tools"]["addFields"]>[1]["fields"];

function addFields(): Command {
  return fileTool(
    "add-fields",
    "form fields at their places, as detect-fields --json writes them",
    "docloom tools add-fields form.pdf --fields fields.json -o form-with-fields.pdf",
    (docloom, file, options) => {
      const listed = readJson(options.fields ?? "", fieldsSchema);
      const fields = ("fields" in listed ? listed.fields : listed) as Fields;
      return docloom.tools.addFields(file, { fields, ...signedChoice(options) });
    },
  )
    .alias("add_fields")
    .requiredOption("--fields <path>", "JSON with the list of fields: page, box, kind, name ...")
    .addOption(signedOption());
}

/** The service looks at each field. */
const listSchema = z.array(z.record(z.string(), z.unknown()));
const fieldsSchema = z.union([listSchema, z.object({ fields: listSchema })]);
