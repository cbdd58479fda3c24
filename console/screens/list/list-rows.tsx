import { Checkbox, Group, Paper, Text, Title, UnstyledButton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef, useState } from "react";
import { counted } from "../../parts/counted.ts";
import classes from "./list.module.css";
import type { Cell } from "./list-calls.ts";
import type { OpenList } from "./open-list.ts";

const ROW_HEIGHT_PX = 36;

const SAID = {
  reading: "The others are being read …",
  lost: "The others could not be read",
  checking: "The cells are being looked at …",
  checked: "Nothing is wrong or missing",
};

interface ListRowsProps {
  list: OpenList;
  marks: ReadonlyMap<string, string>;
  /** How many cells are wrong; more than are marked for lists with the wrong columns. */
  wrong: number;
  /** How far the rows are read and looked at. */
  state: "reading" | "lost" | "checking" | "checked";
  /** The row whose page is shown. */
  shown: number | undefined;
  onShow: (row: number) => void;
  onCorrect: (row: number, column: number, text: string) => void;
}

/** The rows as they were read: only those in view are drawn. Every cell can be corrected where it stands. */
export function ListRows({ list, marks, wrong, state, shown, onShow, onCorrect }: ListRowsProps) {
  const [onlyWrong, setOnlyWrong] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const wrongRows = useMemo(
    () => [...new Set(Array.from(marks.keys(), (key) => Number.parseInt(key, 10)))].sort((a, b) => a - b),
    [marks],
  );
  const rows = onlyWrong ? wrongRows : undefined;
  const virtualizer = useVirtualizer({
    count: rows?.length ?? list.rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 10,
  });
  const grid = `76px repeat(${list.headings.length}, minmax(150px, 1fr))`;

  return (
    <Paper withBorder p="lg" component="section" aria-label="Rows">
      <Group justify="space-between" mb="sm">
        <Title order={2}>
          {list.isWhole ? counted(list.rows.length, "row") : `The first ${counted(list.rows.length, "row")}`}
        </Title>
        <Group gap="md">
          <Text size="sm" role="status" fw={wrong > 0 ? 600 : undefined}>
            {state === "checked" && wrong > 0 ? `${counted(wrong, "cell")} to look at` : SAID[state]}
          </Text>
          {(wrong > 0 || onlyWrong) && (
            <Checkbox
              size="sm"
              label="Only these rows"
              checked={onlyWrong}
              onChange={({ currentTarget }) => setOnlyWrong(currentTarget.checked)}
            />
          )}
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={box} className={classes.rows} tabIndex={0}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows that are not drawn leave gaps, which a table element cannot have */}
        <div
          role="table"
          aria-label="Rows of the list"
          aria-rowcount={list.rows.length + 1}
          className={classes.table}
          style={{ minWidth: 76 + 150 * list.headings.length }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" className={classes.head}>
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: rows are not interactive */}
            <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: grid }}>
              {["Row", ...list.headings].map((heading, column) => (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same
                <div role="columnheader" key={column} className={classes.heading}>
                  {heading || "(no heading)"}
                </div>
              ))}
            </div>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows?.[index] ?? index;
              return (
                <DrawnRow
                  key={row}
                  row={row}
                  number={list.numbers[row] ?? row + 1}
                  cells={list.rows[row] ?? []}
                  headings={list.headings}
                  marks={marks}
                  grid={grid}
                  top={start}
                  isShown={row === shown}
                  onShow={onShow}
                  onCorrect={onCorrect}
                />
              );
            })}
          </div>
        </div>
      </div>
    </Paper>
  );
}

interface DrawnRowProps {
  row: number;
  /** In its sheet. */
  number: number;
  cells: readonly Cell[];
  headings: readonly string[];
  marks: ReadonlyMap<string, string>;
  grid: string;
  top: number;
  isShown: boolean;
  onShow: (row: number) => void;
  onCorrect: (row: number, column: number, text: string) => void;
}

const DrawnRow = memo(function DrawnRow(props: DrawnRowProps) {
  const { row, number, cells, headings, marks, grid, top, isShown, onShow, onCorrect } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is not a table element
    // biome-ignore lint/a11y/useFocusableInteractive: rows are not interactive
    <div
      role="row"
      aria-rowindex={row + 2}
      className={classes.row}
      data-shown={isShown}
      style={{ gridTemplateColumns: grid, transform: `translateY(${top}px)`, position: "absolute", insetInline: 0 }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell" className={classes.number}>
        <UnstyledButton
          className={classes.show}
          aria-label={`Show the page of row ${number}`}
          aria-pressed={isShown}
          onClick={() => onShow(row)}
        >
          {number}
        </UnstyledButton>
      </div>
      {headings.map((heading, column) => {
        const mark = marks.get(`${row} ${column}`);
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may be the same
          <div role="cell" key={column}>
            <input
              className={classes.cell}
              aria-label={`${heading}, row ${number}${mark ? `: ${mark}` : ""}`}
              aria-invalid={mark !== undefined}
              title={mark}
              value={String(cells[column] ?? "")}
              onFocus={() => onShow(row)}
              onChange={({ currentTarget }) => onCorrect(row, column, currentTarget.value)}
            />
          </div>
        );
      })}
    </div>
  );
});
