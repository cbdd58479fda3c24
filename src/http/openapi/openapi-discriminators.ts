import type { JsonSchema } from "./openapi-schemas.ts";

const COMPONENTS = "#/components/schemas/";

/**
 * Says of each union of components which member tells them apart, and which value stands for which (OpenAPI 3.1.0, 4.8.25): generators make
 * one class of each then, and not one of all members. Unions of unnamed shapes cannot have it.
 * @param part of the document; changed in place
 */
export function addDiscriminators(part: unknown, schemas: Readonly<Record<string, JsonSchema>>): void {
  if (typeof part !== "object" || part === null) return;
  const { oneOf } = part as JsonSchema;
  if (Array.isArray(oneOf) && !("discriminator" in part)) {
    const discriminator = discriminatorOf(oneOf as JsonSchema[], schemas);
    if (discriminator) Object.assign(part, { discriminator });
  }
  for (const inner of Object.values(part)) addDiscriminators(inner, schemas);
}

function discriminatorOf(shapes: readonly JsonSchema[], schemas: Readonly<Record<string, JsonSchema>>) {
  const named = shapes.map(({ $ref }) => ($ref?.startsWith(COMPONENTS) ? $ref : undefined));
  const targets = named.map(($ref) => schemas[$ref?.slice(COMPONENTS.length) ?? ""]);
  const [first] = targets;
  for (const propertyName of Object.keys(first?.properties ?? {})) {
    const values = targets.map((target) => (target?.properties?.[propertyName] as JsonSchema | undefined)?.const);
    if (values.every((value) => typeof value === "string") && new Set(values).size === values.length)
      return { propertyName, mapping: Object.fromEntries(values.map((value, index) => [value, named[index]])) };
  }
  return undefined;
}
