import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** D1, whatever stands in its place now. */
export const D1 = env.DB;

/** Removes all that is kept anywhere. */
export async function emptyDatabase(): Promise<void> {
  await reset();
  await applyD1Migrations(D1, env.TEST_MIGRATIONS);
}
