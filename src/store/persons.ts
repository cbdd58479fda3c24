import { and, eq } from "drizzle-orm";
import type { Person } from "../domain/access/person.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { persons } from "./schema/people.ts";

const toPerson = ({ id, name, email }: typeof persons.$inferSelect): Person => ({ id, name, email });

/** People of workspaces. A row stays when somebody leaves: what they did keeps their name. */
export function createPersons(database: Database) {
  return {
    /** @param email as it is compared (`comparableEmail`) */
    /** id -> name, of everybody who is known in the workspace. */
    async names(workspaceId: string): Promise<ReadonlyMap<string, string>> {
      const rows = await database
        .select({ id: persons.id, name: persons.name, email: persons.email })
        .from(persons)
        .where(eq(persons.workspaceId, workspaceId));
      return new Map(rows.map(({ id, name, email }) => [id, name || email]));
    },

    async byEmail(workspaceId: string, email: string): Promise<Person | undefined> {
      const [row] = await database
        .select()
        .from(persons)
        .where(and(eq(persons.workspaceId, workspaceId), eq(persons.email, email)));
      return row && toPerson(row);
    },

    async byId(workspaceId: string, id: string): Promise<Person | undefined> {
      const [row] = await database
        .select()
        .from(persons)
        .where(and(eq(persons.id, id), eq(persons.workspaceId, workspaceId)));
      return row && toPerson(row);
    },

    /** The person with an address, who gets this name only if there was none. @param email as it is compared */
    async findOrCreate(workspaceId: string, email: string, name: string, now: Date): Promise<Person> {
      await database
        .insert(persons)
        .values({ id: newId(), workspaceId, email, name, createdAt: now.getTime() })
        .onConflictDoNothing();
      const found = await this.byEmail(workspaceId, email);
      if (!found) throw new Error("A person who was just written is not there");
      return found;
    },

    /** False if somebody else in the workspace has the address. @param email as it is compared */
    async changeEmail(workspaceId: string, id: string, email: string): Promise<boolean> {
      if (await this.byEmail(workspaceId, email)) return false;
      await database
        .update(persons)
        .set({ email })
        .where(and(eq(persons.id, id), eq(persons.workspaceId, workspaceId)));
      return true;
    },

    async rename(workspaceId: string, id: string, name: string): Promise<void> {
      await database
        .update(persons)
        .set({ name })
        .where(and(eq(persons.id, id), eq(persons.workspaceId, workspaceId)));
    },
  };
}
