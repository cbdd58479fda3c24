// The database's migrations, as drizzle-kit writes them.
import fs from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../migrations");

export interface Migration {
  /** Its file's, by which wrangler notes that it was applied. */
  name: string;
  statements: readonly string[];
}

/** All of them, oldest first. */
export function readMigrations(): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => ({
    name,
    statements: fs.readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint"),
  }));
}
