import fs from "node:fs";
import { Command } from "commander";
import * as z from "zod";
import type { FillInSettings } from "../../client/resources/fill-in.ts";
import { readJson } from "../../project/json-file.ts";
import { UsageError } from "../../project/usage-error.ts";
import { type CommandContext, contextOf, subcommand } from "../command.ts";
import { counted } from "../output.ts";

interface OwnerOptions {
  route?: boolean;
}

/** `docloom form`: the page on which people without an account fill a document in. */
export function formCommand(): Command {
  return new Command("form")
    .description("the fill-in page of a document or data route: its settings and its address")
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(turnCommand("on", true))
    .addCommand(turnCommand("off", false))
    .addCommand(renewCommand())
    .addCommand(previewCommand());
}

/** A command about one page; `--route` says that the id is a data route's. */
const pageCommand = (name: string, description: string, example: string): Command =>
  subcommand(name, description, example)
    .argument("<id>", "id of the document, or with --route of the data route")
    .option("--route", "the id is a data route's");

const pagesOf = (context: CommandContext, { route }: OwnerOptions) =>
  route ? context.docloom().routes : context.docloom().documents;

const settingsSchema = z.looseObject({ on: z.union([z.number(), z.boolean(), z.string()]).optional() });

/** The settings as the service has them. */
async function settingsOf(context: CommandContext, id: string, options: OwnerOptions): Promise<FillInSettings> {
  const { settings } = await pagesOf(context, options).get(id, { details: 1 });
  return settingsSchema.parse(settings?.fill_in ?? {}) as FillInSettings;
}

const isOn = ({ on }: FillInSettings): boolean => Number(on ?? 0) === 1;

function showCommand(): Command {
  return pageCommand(
    "show",
    "whether the page is on, its address, and its settings",
    `docloom form show 12
     docloom form show 3 --route --json > page.json`,
  ).action(async (id: string, options: OwnerOptions, command: Command) => {
    const context = contextOf(command);
    const [settings, page] = await Promise.all([
      settingsOf(context, id, options),
      pagesOf(context, options).fillIn(id),
    ]);
    context.output.result({ ...page, settings }, () => [
      `The page is ${isOn(settings) ? "on" : "off"}. It was sent ${counted(page.sent, "time")}.`,
      ...(page.url ? [page.url, page.embed] : ["It has no address yet: docloom form on."]),
      `It asks for ${(settings.fields ?? page.fields).map(({ name }) => name).join(", ") || "nothing"}.`,
    ]);
  });
}

function setCommand(): Command {
  return pageCommand(
    "set",
    "give the page these settings, in place of those that it has",
    `docloom form set 12 page.json
     docloom form set 3 page.json --route`,
  )
    .argument("<file>", 'its settings as JSON, such as {"on": 1, "title": "Order"}')
    .action(async (id: string, file: string, options: OwnerOptions, command: Command) => {
      const context = contextOf(command);
      const fill_in = readJson(file, settingsSchema) as FillInSettings;
      await saved(context, id, options, fill_in);
    });
}

function turnCommand(name: "on" | "off", on: boolean): Command {
  return pageCommand(name, `turn the page ${name}; its other settings stay`, `docloom form ${name} 12`).action(
    async (id: string, options: OwnerOptions, command: Command) => {
      const context = contextOf(command);
      const current = await settingsOf(context, id, options);
      await saved(context, id, options, { ...current, on: on ? 1 : 0 });
    },
  );
}

async function saved(context: CommandContext, id: string, options: OwnerOptions, fill_in: FillInSettings) {
  const pages = pagesOf(context, options);
  await pages.update(id, { settings: { fill_in } });
  const page = await pages.fillIn(id);
  context.output.result(page, () => (isOn(fill_in) ? ["The page is on.", page.url] : "The page is off."));
}

function renewCommand(): Command {
  return pageCommand("renew", "give the page another address", "docloom form renew 12 --yes")
    .option("--yes", "the old address leads nowhere from then on: this says that you know")
    .action(async (id: string, options: OwnerOptions & { yes?: boolean }, command: Command) => {
      if (!options.yes)
        throw new UsageError("The old address leads nowhere from then on: repeat the command with --yes.");
      const context = contextOf(command);
      const page = await pagesOf(context, options).renewFillIn(id);
      context.output.result(page, () => page.url);
    });
}

function previewCommand(): Command {
  return pageCommand(
    "preview",
    "write the page as a file for the browser; nothing is saved or sent by it",
    `docloom form preview 12
     docloom form preview 12 --settings page.json --out page.html`,
  )
    .option("--settings <file>", "settings to try, in place of those that it has")
    .option("--out <file>", "where to write it", "form.html")
    .action(async (id: string, options: OwnerOptions & { settings?: string; out: string }, command: Command) => {
      const context = contextOf(command);
      const settings =
        options.settings === undefined
          ? await settingsOf(context, id, options)
          : (readJson(options.settings, settingsSchema) as FillInSettings);
      fs.writeFileSync(options.out, await pagesOf(context, options).previewFillIn(id, settings));
      context.output.result({ file: options.out }, () => options.out);
    });
}
