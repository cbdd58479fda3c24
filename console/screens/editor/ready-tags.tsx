import { Text } from "@mantine/core";
import type { Field } from "../../api/documents.ts";
import { Copyable } from "../../parts/copyable.tsx";
import classes from "./field-list.module.css";

/** What can be written into an Office file, ready to be copied: fields, loops over lists, conditions. */
export function ReadyTags({ fields, type }: { fields: readonly Field[]; type: string }) {
  const list = fields.find((field) => field.type === "list");
  const plain = fields.find((field) => field.type !== "list" && field.type !== "object");
  const items = list?.name ?? "Items";
  const member = list?.fields?.[0]?.name ?? "name";
  const name = plain?.name ?? "Name";

  return (
    <section aria-label="To copy into the file" className={classes.ready}>
      <Text fw={600} size="sm">
        To copy into the file
      </Text>
      {tagsOf(type, items, member, name).map(({ help, tag }) => (
        <div key={help}>
          <Text size="xs" className="quiet">
            {help}
          </Text>
          <Copyable label={help} text={tag} />
        </div>
      ))}
    </section>
  );
}

function tagsOf(type: string, items: string, member: string, name: string): { help: string; tag: string }[] {
  const repeated = {
    docx: {
      help: "A table row for each entry: the first tag in its first cell, the last in its last",
      tag: `{tablerow $${items} as $item}{$item.${member}}{/tablerow}`,
    },
    xlsx: {
      help: "A row for each entry: the first tag in its first cell, the last in its last",
      tag: `{tablerow $${items} as $item}{$item.${member}}{/tablerow}`,
    },
    pptx: {
      help: "A slide for each entry: the first tag anywhere on the slide, the last at its end",
      tag: `{slide $${items} as $item}{$item.${member}}{/slide}`,
    },
  }[type];

  return [
    { help: "A field", tag: `{$${name}}` },
    ...(repeated ? [repeated] : []),
    { help: "A text for each entry of a list", tag: `{foreach $${items} as $item}{$item.${member}} {/foreach}` },
    { help: "A text only if there is a value", tag: `{if $${name}}This is shown.{/if}` },
    { help: "One text or the other", tag: `{if $${name} == "yes"}One text{else}the other{/if}` },
    { help: "A date", tag: '{$Date|date_format:"%d.%m.%Y"}' },
    { help: "An amount of money", tag: "{$Total|currency}" },
  ];
}
