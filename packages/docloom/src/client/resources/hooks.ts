import { dataOf } from "../answers.ts";
import type { Api, BodyOf } from "../api.ts";

export type NewHook = BodyOf<"/api/hooks", "post">;
export type HookChanges = NonNullable<BodyOf<"/api/hooks/{hook}", "put">>;

/** Addresses that are called when something has happened; `verifyWebhook` checks what they are sent. */
export function hooksResource(api: Api) {
  const at = (hook: string) => ({ params: { path: { hook } } });

  return {
    list: () => dataOf(api.GET("/api/hooks", {})),

    get: (id: string) => dataOf(api.GET("/api/hooks/{hook}", at(id))),

    /** Its `secret` is in this answer only. */
    create: (body: NewHook) => dataOf(api.POST("/api/hooks", { body })),

    /** Another address or filter; `active` 1 also switches on one that has ended by itself. */
    update: (id: string, body: HookChanges) => dataOf(api.PUT("/api/hooks/{hook}", { ...at(id), body })),

    delete: async (id: string): Promise<void> => {
      await api.DELETE("/api/hooks/{hook}", at(id));
    },

    /** Calls it once with an example of its event; `response` is what was answered. */
    test: (id: string) => dataOf(api.POST("/api/hooks/{hook}/test", at(id))),

    /** What there are hooks for, each with an example of what is sent. */
    events: () => dataOf(api.GET("/api/hooks/events", {})),
  };
}
