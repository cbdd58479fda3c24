import { readQuery } from "../../http/body/read-body.ts";
import { validate } from "../../http/validate.ts";
import type { FileTool } from "./file-tool.ts";

/** Flags of a tool's body that are on in the query of its address. @throws Failure `invalid_request` */
export function queryFlags({ body, query }: FileTool, request: Request): Record<string, true> {
  if (!query) return {};
  const asked = validate(query, readQuery(request.url), "query");
  const isOn = ([name, value]: [string, unknown]) => value === true && Object.hasOwn(body.shape, name);
  return Object.fromEntries(
    Object.entries(asked)
      .filter(isOn)
      .map(([name]) => [name, true]),
  );
}
