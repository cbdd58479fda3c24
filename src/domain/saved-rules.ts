/**
 * A member of stored settings that nobody sends or sees: they were saved since values of the data are told from structure.
 * Deliveries that were saved before keep running as they did, with a warning.
 */
const SAVED_RULES = "_rules";

/** Settings that were checked by today's rules. */
export const markChecked = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...settings,
  [SAVED_RULES]: 1,
});

export const isChecked = (settings: Readonly<Record<string, unknown>>): boolean => settings[SAVED_RULES] === 1;

/** Settings as their author knows them. */
export function withoutMark(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [SAVED_RULES]: _, ...own } = settings;
  return own;
}
