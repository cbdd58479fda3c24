import type { paths } from "../../generated/openapi.ts";
import { dataOf } from "../answers.ts";
import type { Api } from "../api.ts";

/** Kinds of things that can lie in the bin. */
export type BinType = paths["/api/bin/{kind}/{item}"]["delete"]["parameters"]["path"]["kind"];

/** What was deleted, for 30 days. */
export function binResource(api: Api) {
  return {
    /** What was deleted last comes first. */
    list: (query: { limit?: number; cursor?: string } = {}) => dataOf(api.GET("/api/bin", { params: { query } })),

    /** Brings something back with its id, a document or data route with its address. */
    restore: (kind: BinType, item: string, options: { name?: string } = {}) =>
      dataOf(api.POST("/api/bin/{kind}/{item}/restore", { params: { path: { kind, item } }, body: options })),

    /** For good: nothing brings it back. */
    remove: (kind: BinType, item: string) =>
      dataOf(api.DELETE("/api/bin/{kind}/{item}", { params: { path: { kind, item } } })),
  };
}
