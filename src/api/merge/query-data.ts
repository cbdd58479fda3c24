import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { flag } from "../../http/wire-values.ts";
import { mergeData } from "./merge-data.ts";
import { downloadFlag, flattenFlag, testFlag } from "./merge-schemas.ts";

/** The query of a merge address that is called by GET (wire "Beyond the listed endpoints", `_use_get`). */
export const dataQuery = z.looseObject({
  _use_get: flag().meta({ description: "1: the other members of the query are merge data." }),
  test: testFlag(),
  download: downloadFlag(),
  flatten: flattenFlag(),
});

/** Members of the query that steer the merge; everything else is data. */
const STEERING = new Set(["_use_get", "test", "download", "list_files", "flatten"]);

/** The merge data of such a query. @throws Failure `method_not_allowed` without `_use_get=1` */
export function queryData(query: z.output<typeof dataQuery>): MergeData {
  if (!query._use_get)
    throw new Failure("method_not_allowed", "Send the data with POST, or add _use_get=1 to merge the query's data.", {
      headers: { allow: "POST" },
    });
  const fields = Object.entries(query).filter(([name]) => !STEERING.has(name));
  return mergeData(Object.assign(Object.create(null), Object.fromEntries(fields)));
}
