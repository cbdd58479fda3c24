import { z } from "zod";
import { flag, numericId, text } from "../../http/wire-values.ts";

/** Path of a merge address (interface 4.3). */
export const mergeAddressParams = z.object({ id: numericId(), key: text() });

export const mergeQuery = z.object({ test: flag(), download: flag(), explain: flag() });

/** What the endpoints that merge answer, by status. */
export const mergeResponses = {
  201: {
    description: "`{success: 1}`, or with `download=1` the merged file. The run's id is in X-Run-Id.",
    schema: z.object({ success: z.literal(1) }),
  },
};
