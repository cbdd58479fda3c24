import { type Command, InvalidArgumentError, Option } from "commander";
import { fileInfo } from "../../client/bytes.ts";
import type { Docloom } from "../../client/docloom.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed } from "../exit-codes.ts";
import { fileTool, openInput, openLocked, openPasswordOption, type ToolOptions } from "./file-tool.ts";

const LEVELS = ["b-b", "b-t", "b-lt"] as const;
const CERTIFICATIONS = ["no_changes", "forms", "annotations"] as const;

/** Where a visible signature goes. */
const PLACE = [
  ["page", "page of a visible signature; -1 is the last"],
  ["left", "points from the left edge of the page"],
  ["top", "points from the top of the page"],
  ["width", "in points; with --height the signature is visible"],
  ["height", "in points"],
] as const;

export function signTool(): Command {
  const command = fileTool(
    "sign",
    "sign a PDF (PAdES), by an identity that the service keeps or a certificate of your own",
    `docloom tools sign contract.pdf --identity Sales --reason "Contract 42"
     docloom tools sign contract.pdf --certificate me.p12 --password ... --width 180 --height 60`,
    async (docloom, file, options) => docloom.tools.signPdf(file, await signerOf(options), await signatureOf(options)),
  )
    .option("--identity <name>", "id or name of a signing identity of the workspace")
    .option("--certificate <path>", "private key and certificates: .p12, .pfx or PEM")
    .option("--password <text>", "opens the certificate")
    .option("--reason <text>", "why it is signed")
    .option("--location <text>", "where it is signed")
    .option("--contact <text>", "how to reach the signer")
    .option("--field <name>", "an unsigned signature field in the PDF, or the name of a new one")
    .option("--text <text>", "text of a visible signature; name, date and reason when absent")
    .addOption(
      new Option("--certify <changes>", "sign as the author, and allow only these changes").choices(CERTIFICATIONS),
    )
    .option("--timestamp-url <url>", "address of a timestamping authority (RFC 3161)")
    .addOption(new Option("--level <level>", "PAdES level; b-t with --timestamp-url, else b-b").choices(LEVELS))
    .option("--picture <path>", "a JPEG or PNG shown beside the text of a visible signature");
  for (const [name, description] of PLACE) command.option(`--${name} <n>`, description, numberText);
  return command;
}

/** @throws InvalidArgumentError if it is not a number */
function numberText(text: string): string {
  if (text.trim() === "" || Number.isNaN(Number(text))) throw new InvalidArgumentError("Not a number.");
  return text;
}

async function signerOf({ identity, certificate }: ToolOptions) {
  if (identity && !certificate) return { identity };
  if (certificate && !identity) return await openInput(certificate);
  throw new UsageError("Who signs? Give it with --identity or with --certificate.");
}

async function signatureOf(options: ToolOptions): Promise<Parameters<Docloom["tools"]["signPdf"]>[2]> {
  const { password, reason, location, contact, field, text, timestampUrl } = options;
  const place = PLACE.filter(([name]) => options[name] !== undefined).map(([name]) => [name, Number(options[name])]);

  return {
    password,
    reason,
    location,
    contact,
    field,
    text,
    certify: CERTIFICATIONS.find((one) => one === options.certify),
    timestamp_url: timestampUrl,
    level: LEVELS.find((one) => one === options.level),
    ...(options.picture ? { picture: await fileInfo(await openInput(options.picture)) } : {}),
    ...Object.fromEntries(place),
  };
}

export function verifyTool(): Command {
  return subcommand(
    "verify",
    "whose signatures a PDF has and whether they hold; exits with 1 when they do not, or there are none",
    "docloom tools verify contract.pdf --json",
  )
    .argument("<file>", "the file")
    .addOption(openPasswordOption())
    .action(async (file: string, options: { openPassword?: string }, command: Command) => {
      const { docloom, output } = contextOf(command);
      const verdict = await docloom().tools.verifyPdf(await openLocked(file, options));
      if (!("signatures" in verdict)) throw new Error("The service deferred the work unexpectedly.");
      output.result(verdict, () =>
        verdict.signatures.length === 0
          ? "The file is not signed."
          : verdict.signatures.map(
              ({ field, signer, status, problems, remarks }) =>
                `${field}  ${signer ?? "somebody"}  ${[status, ...problems, ...remarks].join("  ")}`,
            ),
      );
      if (!verdict.valid) throw new CommandFailed();
    });
}
