import { isCancel, password, text } from "@clack/prompts";
import type { Command } from "commander";
import { createDocloom } from "../../client/docloom.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { findConnection, forgetCredentials, saveCredentials } from "../config.ts";
import { CommandFailed } from "../exit-codes.ts";

export function loginCommand(): Command {
  return subcommand(
    "login",
    "keep the credentials of a service on this machine",
    `docloom login https://docs.example.com
     docloom login https://docs.example.com --profile staging
     echo $SECRET | docloom login https://docs.example.com --key dk_... --secret-stdin`,
  )
    .argument("[address]", "the service")
    .option("--secret-stdin", "read the secret from standard input")
    .action(async (address: string | undefined, options: { secretStdin?: boolean }, command: Command) => {
      const { output, options: all } = contextOf(command);
      const { url } = findConnection({ ...all, url: address ?? all.url });
      const key = all.key ?? (await ask("API key"));
      const secret = all.secret ?? (options.secretStdin ? await readStdin() : await ask("Secret", true));

      await createDocloom({ baseUrl: url, key, secret, retries: 1 }).documents.list({ limit: 1 });
      const file = saveCredentials(url, { key, secret }, all.profile);
      output.result({ url, key, file }, () => `Signed in at ${url} with ${key}. Credentials are in ${file}.`);
    });
}

export function logoutCommand(): Command {
  return subcommand("logout", "forget the credentials of a service", "docloom logout https://docs.example.com")
    .argument("[address]", "the service")
    .action((address: string | undefined, _options: object, command: Command) => {
      const { output, options } = contextOf(command);
      const { url } = findConnection({ ...options, url: address ?? options.url });
      if (!forgetCredentials(url, options.profile)) throw new UsageError(`There are no credentials for ${url}.`);
      output.result({ url }, () => `Removed the credentials for ${url}.`);
    });
}

async function ask(what: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${what} is missing: give --key and --secret-stdin, or set DOCLOOM_KEY and DOCLOOM_SECRET.`);
  const answer = await (isSecret ? password({ message: what }) : text({ message: what }));
  if (isCancel(answer) || !answer) throw new CommandFailed();
  return answer;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8").trim();
}
