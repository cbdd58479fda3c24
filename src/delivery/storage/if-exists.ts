import * as z from "zod";

/** What is done when a file of the name is there: `number` takes `Letter (1).pdf`, `refuse` gives the delivery up. */
export const IF_EXISTS = ["number", "replace", "refuse"] as const;
export type IfExists = (typeof IF_EXISTS)[number];

export const ifExistsSetting = () => z.enum(IF_EXISTS, { error: `must be one of ${IF_EXISTS.join(", ")}` });

/** What the settings say; a number unless they say otherwise, since nothing is lost by it. */
export const ifExistsOf = ({ if_exists }: Readonly<Record<string, unknown>>): IfExists =>
  IF_EXISTS.find((choice) => choice === if_exists) ?? "number";
