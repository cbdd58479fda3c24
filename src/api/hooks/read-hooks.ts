import * as z from "zod";
import { HOOK_EVENTS } from "../../domain/hooks/hook.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { findHook, hookJson, hookParams, hookSchema } from "./hook-json.ts";
import { HOOK_SAMPLES, hookSample } from "./hook-samples.ts";

/** The examples are the same at each reading. */
const SAMPLE_TIME = new Date("2026-11-28T09:30:00.000Z");

/** GET /api/hooks */
export const listHooks = endpoint({
  method: "get",
  path: "/api/hooks",
  summary: "List hooks",
  description: "The hooks of the workspace in the order in which they were made, without their secrets.",
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  responses: { 200: { description: "Hooks", schema: z.array(hookSchema) } },

  async handle({ caller, context }) {
    const hooks = await context.store.hooks.list(caller.workspaceId);
    return json(hooks.map(hookJson));
  },
});

/** GET /api/hooks/:hook */
export const getHook = endpoint({
  method: "get",
  path: "/api/hooks/:hook",
  summary: "Get a hook",
  description: "One hook: whether it is on, and what was answered when it was called last.",
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  params: hookParams,
  problems: ["not_found"],
  responses: { 200: { description: "The hook", schema: hookSchema } },

  async handle({ params, caller, context }) {
    return json(hookJson(await findHook(context, caller, params.hook)));
  },
});

/** GET /api/hooks/events: what editors of platforms offer, and show as what will come. */
export const listHookEvents = endpoint({
  method: "get",
  path: "/api/hooks/events",
  summary: "List events of hooks",
  description: "The events that hooks can be made for, each with an example of what is sent.",
  tag: "Hooks",
  auth: "key",
  needs: "signed_in",
  responses: {
    200: {
      description: "Events",
      schema: z.array(
        z
          .object({
            event: z.enum(HOOK_EVENTS).meta({ description: "The event." }),
            title: z.string().meta({ description: "What it is, for people." }),
            sample: z.record(z.string(), z.unknown()).meta({
              description: "What is sent: an example.",
              examples: [hookSample("run.done", new Date("2026-11-22T09:30:00.000Z"))],
            }),
          })
          .meta({ id: "HookEvent" }),
      ),
    },
  },

  async handle() {
    return json(
      HOOK_EVENTS.map((event) => ({
        event,
        title: HOOK_SAMPLES[event].title,
        sample: hookSample(event, SAMPLE_TIME),
      })),
    );
  },
});
