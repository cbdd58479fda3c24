import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { counted } from "../../parts/counted.ts";
import type { PageShape } from "./page-shapes.ts";
import { aligned, type DrawnField, type Edge, type Place, pagesOf } from "./placed.ts";

interface ManyPanelProps {
  chosen: readonly DrawnField[];
  pages: readonly PageShape[];
  onPlace: (places: ReadonlyMap<string, Place>) => void;
}

const EDGES: readonly (readonly [Edge, string])[] = [
  ["left", "Align left"],
  ["right", "Align right"],
  ["top", "Align top"],
  ["bottom", "Align bottom"],
];

/** What can be done with several fields at once; the one that was chosen first is the measure. */
export function ManyPanel({ chosen, pages, onPlace }: ManyPanelProps) {
  const placed = chosen.flatMap((field) => {
    const place = pages[field.page - 1]?.placeOf(field.box);
    return place ? [{ key: field.key, place }] : [];
  });
  const put = (places: readonly Place[]) =>
    onPlace(new Map(places.flatMap((place, index) => (placed[index] ? [[placed[index].key, place] as const] : []))));
  const all = placed.map(({ place }) => place);
  const [first] = all;

  return (
    <>
      <Text size="sm" mb={6}>
        {counted(chosen.length, "field")} selected
      </Text>
      <Group gap="xs">
        {EDGES.map(([edge, label]) => (
          <Button key={edge} size="compact-sm" variant="default" onClick={() => put(aligned(all, edge))}>
            {label}
          </Button>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => first && put(all.map((place) => ({ ...place, width: first.width, height: first.height })))}
        >
          Same size
        </Button>
      </Group>
    </>
  );
}

/** Puts what is selected onto other pages, at the same places. */
export function CopyToPages({ count, onCopy }: { count: number; onCopy: (pages: readonly number[]) => void }) {
  const [typed, setTyped] = useState("");
  const wanted = pagesOf(typed, count);

  return (
    <Group gap="xs" mt="xs">
      <TextInput
        aria-label="Pages to copy to"
        placeholder="Pages, such as 2-4"
        size="xs"
        w={150}
        value={typed}
        error={typed.trim() !== "" && wanted.length === 0}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button size="compact-sm" variant="default" disabled={wanted.length === 0} onClick={() => onCopy(wanted)}>
        Copy to these pages
      </Button>
    </Group>
  );
}
