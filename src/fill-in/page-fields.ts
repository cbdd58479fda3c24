import type { FillInField, FillInSettings } from "../domain/fill-in.ts";

/**
 * What a page asks: what its settings arrange, else what was found. The address that a mail follows to is always required.
 * @param found asked for only where nothing is arranged
 */
export async function pageFields(
  { fields, follows, mail_to }: FillInSettings,
  found: () => Promise<readonly FillInField[]>,
): Promise<readonly FillInField[]> {
  const asked = fields ?? (await found());
  if (follows !== "mail") return asked;
  return asked.map((field) => (field.name === mail_to ? { ...field, required: true } : field));
}
