import { type DeliveryKind, isSecret } from "./delivery-kinds.ts";

/** Headers as they are typed: `Name: value`, one per line. */
export function headerLines(headers: unknown): string {
  if (typeof headers !== "object" || headers === null) return "";

  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n");
}

function headersOf(lines: string): Record<string, string> {
  const pairs = lines.split("\n").filter((line) => line.trim() !== "");

  return Object.fromEntries(
    pairs.map((line) => {
      const colon = line.indexOf(":");

      return colon < 0 ? [line.trim(), ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The settings as the service takes them; of a saved delivery, empty secrets are left as they are. */
export function settingValues(
  kind: DeliveryKind,
  values: Readonly<Record<string, string | boolean>>,
  isSaved: boolean,
): Record<string, unknown> {
  const entries = kind.settings.flatMap(({ name, input, when }): [string, unknown][] => {
    const value = values[name];
    if (when && !when.values.includes(String(values[when.name] ?? ""))) return [];
    if (input === "flag") return [[name, value === true ? 1 : 0]];
    if (input === "headers") return [[name, headersOf(String(value ?? ""))]];
    if (value === "" && (!isSaved || isSecret({ input }))) return [];

    return [[name, value]];
  });

  return Object.fromEntries(entries);
}
