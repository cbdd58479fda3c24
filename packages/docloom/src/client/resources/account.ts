import { dataOf } from "../answers.ts";
import type { Api, BodyOf } from "../api.ts";

/** The workspace: its counts, its settings, its folders. */
export function accountResource(api: Api) {
  return {
    /** Counts of merges, and the defaults of new documents. */
    get: () => dataOf(api.GET("/api/account", {})),
    update: (body: NonNullable<BodyOf<"/api/account", "put">>) => dataOf(api.PUT("/api/account", { body })),
    user: () => dataOf(api.GET("/api/user", {})),
    folders: () => dataOf(api.GET("/api/folders", {})),
    createFolder: (name: string) => dataOf(api.POST("/api/folders", { body: { name } })),
    health: () => dataOf(api.GET("/api/health", {})),
  };
}
