import { expect, it } from "vitest";
import { untilDatabaseIsFound } from "./until-database-is-found.ts";

/** A database that is there after some questions. */
function database(foundAfter: number) {
  const asked = { times: 0 };
  const first = async () => {
    if (++asked.times <= foundAfter) throw new Error('Worker "storage" not found. Make sure it is running locally.');
  };
  return { asked, DB: { prepare: () => ({ first }) } as unknown as D1Database };
}

it("a request waits for a database that is not there yet, or is told to come again; the next ones ask no more", async () => {
  const elsewhere = database(9);
  await untilDatabaseIsFound({ DB: elsewhere.DB });
  expect(elsewhere.asked.times).toBe(0);

  const late = database(1_000);
  const refused = untilDatabaseIsFound({ DB: late.DB, POOL_PROCESS: "1" }, 0);
  await expect(refused).rejects.toMatchObject({ code: "work_interrupted", retryAfterSeconds: 5 });

  const { asked, DB } = database(2);
  await untilDatabaseIsFound({ DB, POOL_PROCESS: "1" });
  await untilDatabaseIsFound({ DB, POOL_PROCESS: "1" });
  expect(asked.times).toBe(3);
});
