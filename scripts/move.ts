// `npm run move -- WORKSPACE [--jurisdiction eu] [--undo]`, with --remote for the deployed database.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isJurisdiction, JURISDICTIONS } from "../src/domain/access/workspace-place.ts";
import { type DatabaseTarget, LOCAL_DATABASE, withDatabase } from "./d1.ts";
import type { Database } from "./database.ts";
import { askForMove, describeMove, giveUpMove, moveState } from "./move-requests.ts";

const USAGE = `Moves a workspace from D1 into an object of its own, while it is used:

  npm run move -- WORKSPACE          its id or name; tells how far it is until it has moved (stopping this does not stop the move)
  npm run move -- WORKSPACE --jurisdiction eu   into an object of a jurisdiction, for good; without it, what NEW_WORKSPACES_JURISDICTION says
  npm run move -- WORKSPACE --undo   gives a move up that has not arrived: everything stays in D1

Add --remote to work on the deployed database instead of the local one. The service must run with NEW_WORKSPACES=objects, and keep that setting.`;

const LOOKS_EVERY_MS = 3_000;

/** Tells how far a move is whenever that changes, until it is over. */
async function follow(database: Database, id: string): Promise<void> {
  let last = "";
  for (;;) {
    const state = await moveState(database, id);
    const said = state ? describeMove(state) : "It was given up: everything is in D1.";
    if (said !== last) console.log(said);
    last = said;
    if (!state || state.step === "done") return;
    await wait(LOOKS_EVERY_MS);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      jurisdiction: { type: "string" },
      undo: { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
    },
  });
  const { jurisdiction } = values;
  if (jurisdiction !== undefined && !isJurisdiction(jurisdiction))
    throw new Error(`--jurisdiction must be ${JURISDICTIONS.join(" or ")}, not ${jurisdiction}.`);
  if (jurisdiction !== undefined && !values.remote)
    throw new Error("Only the platform has jurisdictions: --jurisdiction goes with --remote.");
  const target: DatabaseTarget = values.remote ? { remote: true } : LOCAL_DATABASE;
  const [named] = positionals;
  if (named === undefined || positionals.length !== 1) throw new Error(USAGE);

  await withDatabase(target, async (database) => {
    if (values.undo) {
      if (!(await giveUpMove(database, named))) throw new Error(`No move of ${named} is under way, or it has arrived.`);
      console.log("It was given up: everything is in D1.");
      return;
    }
    const id = await askForMove(database, named, jurisdiction);
    if (id === undefined) throw new Error("There is no such workspace in D1. See: npm run keys -- list");
    console.log(`The workspace ${id} moves.`);
    await follow(database, id);
  });
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
