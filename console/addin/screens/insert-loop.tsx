import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import { Select } from "../../parts/select.tsx";
import type { HostDocument, LoopKind } from "../office/host-document.ts";
import { ENTRY, fieldName, loopTags } from "../tags/merge-tags.ts";
import type { InsertProps } from "./use-insertion.ts";

const KINDS: Readonly<Record<LoopKind, string>> = {
  rows: "The selected rows",
  text: "The selected text",
  slide: "The slide",
  sheet: "The sheet",
};

/** PowerPoint knows the text of a cell, not which rows are selected. */
const labelOf = (kind: LoopKind, { type }: HostDocument): string =>
  kind === "rows" && type === "pptx" ? "The row of the table" : KINDS[kind];

/** Repeats what is selected for each entry of a list. */
export function InsertLoop({ file, lists, insert }: InsertProps & { lists: readonly string[] }) {
  const [kind, setKind] = useState<LoopKind>(file.loops[0] ?? "text");
  const [typed, setTyped] = useState(lists[0] ?? "");
  const list = fieldName(typed);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (list !== "") insert(() => repeat(file, kind, list));
      }}
    >
      <Stack gap="sm">
        <Select
          label="Repeat"
          data={file.loops.map((value) => ({ value, label: labelOf(value, file) }))}
          value={kind}
          onChange={(next) => next && setKind(next as LoopKind)}
          allowDeselect={false}
        />
        <Autocomplete
          label="For each entry of the list"
          placeholder="Name"
          data={[...lists]}
          value={typed}
          onChange={setTyped}
        />
        <Text size="xs" className="quiet">
          Fields of the entry are written <code>{`{$${ENTRY}.name}`}</code> within it.
        </Text>
        <Button type="submit" variant="default" disabled={list === ""}>
          Repeat it
        </Button>
      </Stack>
    </form>
  );
}

function repeat(file: HostDocument, kind: LoopKind, list: string): Promise<void> {
  if (kind === "rows") return file.wrapRows((rows) => loopTags(kind, list, rows));
  return file.wrapSelection(...loopTags(kind, list));
}
