import { MASK } from "../domain/delivery/delivery-secrets.ts";

/** Shorter texts would be found in words that are no secrets. */
const LEAST_LENGTH = 7;

/** A text, or an object with texts in it, in which each secret is masked, as it is and as JSON, HTML and addresses write it. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const parts = secrets
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .filter((part) => part.length >= LEAST_LENGTH);
  const spellings = [...new Set(parts.flatMap(spelled))].toSorted((a, b) => b.length - a.length);
  return spellings.length === 0 ? value : (masked(value, spellings) as Value);
}

function masked(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value === "string") return spellings.reduce((text, spelling) => text.replaceAll(spelling, MASK), value);
  if (Array.isArray(value)) return value.map((item) => masked(item, spellings));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, spellings)]));
}

function spelled(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("/", "\\/"),
    encodeURIComponent(secret.toWellFormed()),
    secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ];
}
