import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { PROJECT_FILE } from "../../project/project-file.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
  body { font: 11pt/1.5 "Open Sans", sans-serif; color: #222 }
  h1 { font-size: 22pt; margin: 0 0 4pt }
  table { width: 100%; border-collapse: collapse; margin-top: 18pt }
  th, td { padding: 4pt 0; border-bottom: 0.5pt solid #bbb; text-align: left }
  .amount { text-align: right }
</style>
</head>
<body>
<h1>Invoice {$Number}</h1>
<p>{$Customer}<br>{$Date|date_format:"%B %e, %Y"}</p>
<table>
  <tr><th>Item</th><th class="amount">Quantity</th><th class="amount">Price</th></tr>
  {foreach $Items as $item}
  <tr>
    <td>{$item.name}</td>
    <td class="amount">{$item.quantity}</td>
    <td class="amount">{$item.price|number_format:2}</td>
  </tr>
  {foreachelse}
  <tr><td colspan="3">Nothing was bought.</td></tr>
  {/foreach}
</table>
</body>
</html>
`;

const DATA = {
  Number: 42,
  Customer: "Ada Lovelace",
  Date: "2026-03-01",
  Items: [
    { name: "Chair", quantity: 2, price: 49.5 },
    { name: "Desk", quantity: 1, price: 180 },
  ],
};

const TEST = {
  data: "samples/default.json",
  expect: { pages: 1, text: ["Invoice 42", "Ada Lovelace", "March 1, 2026", "Chair 2 49.50", "Desk 1 180.00"] },
};

export function initCommand(): Command {
  return subcommand(
    "init",
    "begin a project: a document, sample data and a test",
    "docloom init invoices --url https://docs.example.com",
  )
    .argument("[folder]", "folder of the new project", ".")
    .action((folder: string, _options: object, command: Command) => {
      const { output, options } = contextOf(command);
      const url = options.url ?? process.env.DOCLOOM_URL ?? "http://127.0.0.1:8787";
      const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      const files: Record<string, string> = {
        [PROJECT_FILE]: json({ url }),
        "documents/Invoice/document.json": json({
          name: "Invoice",
          type: "html",
          output: "pdf",
          output_name: "Invoice {$Number}",
        }),
        "documents/Invoice/template.html": TEMPLATE,
        "documents/Invoice/samples/default.json": json(DATA),
        "documents/Invoice/default.merge.json": json(TEST),
      };
      const existing = Object.keys(files).filter((file) => fs.existsSync(path.join(folder, file)));
      if (existing.length > 0)
        throw new UsageError(`There is already a project: ${path.join(folder, existing[0] ?? "")}.`);
      for (const [file, text] of Object.entries(files)) {
        const full = path.join(folder, file);
        fs.mkdirSync(path.dirname(full), { recursive: true });
        fs.writeFileSync(full, text);
      }
      const enter = folder === "." ? [] : [`  cd ${folder}`];
      output.result({ folder: path.resolve(folder), files: Object.keys(files) }, () => [
        ...Object.keys(files).map((file) => `${output.colors.green("+")} ${path.join(folder, file)}`),
        "",
        "Next:",
        ...enter,
        `  docloom login ${url}`,
        "  docloom dev documents/Invoice     the PDF beside your editor, refreshed at each save",
        "  docloom test                      what the merge has to be",
        "  docloom push                      to the service",
      ]);
    });
}
