import * as z from "zod";

/** `success` of an answer that has more to say. */
export const success = () => z.literal(1).meta({ description: "Always 1." });

/** The answer to work that is done and has nothing more to say. */
export const DONE = {
  200: { description: "Done", schema: z.object({ success: z.literal("1").meta({ description: "Always 1." }) }) },
};
