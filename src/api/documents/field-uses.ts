import { openSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { DocumentField, FieldUse } from "../../domain/document.ts";
import type { RouteRule } from "../../domain/route.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { listFields } from "../../language/list-fields.ts";
import { parseTemplate } from "../../language/template.ts";
import { fieldName, isMergeLanguage } from "../../merge/route/rule-conditions.ts";
import type { Delivery } from "../../store/deliveries.ts";

/** A text in the merge language, and what it is. */
export interface UsedText {
  text: string;
  use: FieldUse;
}

/** Names that deliveries give their texts themselves. */
const OWN_NAMES = new Set(["_file_url", "_file_name"]);

/** The template's fields, each with its places in the template. */
export const templateFields = (fields: readonly DocumentField[], documentId?: string): DocumentField[] =>
  fields.map((field) => {
    const parts = new Set(
      field.occurrences.map(({ part }) => (part === "header" || part === "footer" ? part : "template")),
    );
    const places = parts.size > 0 ? [...parts] : (["template"] as const);

    return { ...field, used_in: places.map((place) => ({ in: place, ...(documentId ? { id: documentId } : {}) })) };
  });

/** Adds what other texts use: to fields that are known already, or as fields of their own after them. */
export async function withUses(
  { store }: Pick<RequestContext, "store">,
  fields: readonly DocumentField[],
  texts: readonly UsedText[],
): Promise<DocumentField[]> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const { text, use } of texts) {
    if (!text.includes("{")) continue;
    const found = listFields(parseTemplate(text, { mode: "text" }).template).filter(({ name }) => !OWN_NAMES.has(name));
    for (const field of await store.fields.withKeys(found)) {
      const known = byName.get(field.name);
      // Nobody needs the place within such a text, nor is a merge incomplete without it.
      const { used_in: uses = [], ...rest } = known ?? { ...field, required: false, occurrences: [] };
      byName.set(field.name, { ...rest, ...withMembers(rest, field), used_in: [...uses, use] });
    }
  }

  return [...byName.values()];
}

/** Members that only another text names are members, too. */
function withMembers(known: DocumentField, other: DocumentField): Pick<DocumentField, "fields"> {
  const members = known.fields ?? [];
  const more = (other.fields ?? []).filter(({ name }) => members.every((member) => member.name !== name));
  const isNested = known.type === "object" || known.type === "list";

  return isNested && more.length > 0 ? { fields: [...members, ...more] } : {};
}

/** The settings of deliveries that hold merge language; of secrets only the fields in them are ever shown. */
export async function deliveryTexts(
  { env }: Pick<RequestContext, "env">,
  { workspaceId }: Pick<Caller, "workspaceId">,
  deliveries: readonly Delivery[],
): Promise<UsedText[]> {
  const box = textBox(env.SECRETS_KEY, workspaceId);
  const texts = deliveries.map(async ({ id, kind, settings }) =>
    Object.entries(await openSettings(box, kind, settings, () => undefined)).flatMap(([setting, value]) =>
      textsIn(value).map((text): UsedText => ({ text, use: { in: "delivery", id, setting } })),
    ),
  );
  return (await Promise.all(texts)).flat();
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What a rule looks at: its conditions, the list that repeats it, the file's address. */
export const ruleTexts = (rules: readonly RouteRule[]): UsedText[] =>
  rules.flatMap(({ id, conditions, loopField, file }) =>
    [
      ...conditions.flatMap(({ field, value }) => [isMergeLanguage(field) ? field : tagOf(field), value]),
      loopField === "" ? "" : `{foreach $${fieldName(loopField)} as $item}{/foreach}`,
      file,
    ].map((text): UsedText => ({ text, use: { in: "rule", id } })),
  );

const tagOf = (field: string): string => `{$${fieldName(field)}}`;
