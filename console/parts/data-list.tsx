import { Skeleton, Text, UnstyledButton } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import classes from "./data-list.module.css";
import { Failed } from "./failed.tsx";

type ListOrder = "name" | "updated_at";

/** One column of a list. */
export interface Column<Row> {
  title: string;
  /** Track of the grid, e.g. `minmax(0, 2fr)` or `120px`. */
  width: string;
  /** The member of `order` in the request that sorts by this column. */
  order?: ListOrder;
  /** Left out below this width of the list, in pixels. */
  from?: number;
  align?: "end";
  cell(row: Row): ReactNode;
}

interface DataListProps<Row> {
  /** What the list holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  query: Pick<
    UseInfiniteQueryResult<Row[]>,
    "data" | "error" | "isPending" | "isError" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "refetch"
  >;
  rowKey(row: Row): string;
  /** Shown instead of the list if there is nothing in it. */
  empty: ReactNode;
  /** As it is in the address, e.g. `-updated_at`. */
  order?: string;
  onOrder?(order: ListOrder | `-${ListOrder}`): void;
}

const ROW_HEIGHT_PX = 52;

/** Rows ahead of the last one seen at which the next page is requested. */
const AHEAD = 40;

/** A list of any length: only what is seen is drawn, and further pages are read while scrolling. */
export function DataList<Row>({ label, columns, query, rowKey, empty, order, onOrder }: DataListProps<Row>) {
  const { data, error, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const width = useWidth(body);
  const shown = useMemo(() => columns.filter(({ from = 0 }) => width === 0 || width >= from), [columns, width]);
  const rows = data ?? [];

  useLayoutEffect(() => setMargin(body.current?.offsetTop ?? 0), []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    scrollMargin: margin,
  });
  const items = virtualizer.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError && lastSeen >= rows.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, lastSeen, rows.length, fetchNextPage]);

  if (isError && rows.length === 0)
    return <Failed error={error} onRetry={() => void refetch()} title={`${label} could not be loaded`} />;
  if (!isPending && rows.length === 0) return empty;

  const tracks = shown.map((column) => column.width).join(" ");
  const grid = { gridTemplateColumns: tracks };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn leave gaps, which a table element cannot have
    <div
      role="table"
      aria-label={label}
      aria-rowcount={hasNextPage ? -1 : rows.length + 1}
      aria-busy={isPending}
      className={classes.list}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup">
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: rows are not interactive */}
        <div role="row" aria-rowindex={1} className={classes.head} style={grid}>
          {shown.map((column) => (
            <HeadCell key={column.title} column={column} order={order} onOrder={onOrder} />
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        role="rowgroup"
        ref={body}
        className={classes.body}
        style={{ height: isPending ? undefined : virtualizer.getTotalSize() }}
      >
        {isPending && <Waiting columns={shown.length} grid={tracks} />}
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;

          return (
            <DrawnRow key={rowKey(row)} row={row} index={index} top={start - margin} columns={shown} grid={tracks} />
          );
        })}
      </div>
      {isError && (
        <Failed error={error} onRetry={() => void fetchNextPage()} title="The next entries could not be loaded" />
      )}
      {isFetchingNextPage && (
        <Text size="xs" className="quiet" ta="center" py="xs" role="status">
          Reading more …
        </Text>
      )}
    </div>
  );
}

interface DrawnRowProps<Row> {
  row: Row;
  index: number;
  /** Pixels from the first row. */
  top: number;
  columns: readonly Column<Row>[];
  /** Tracks of the grid. */
  grid: string;
}

/** A row is drawn once: scrolling and reading on draw the list anew, several times a second, but not what stands in it. */
const DrawnRow = memo(function DrawnRow<Row>({ row, index, top, columns, grid }: DrawnRowProps<Row>) {
  const place = { gridTemplateColumns: grid, transform: `translateY(${top}px)`, height: ROW_HEIGHT_PX };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is not a table element
    // biome-ignore lint/a11y/useFocusableInteractive: rows are not interactive
    <div role="row" aria-rowindex={index + 2} className={classes.row} style={place}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="cell" key={column.title} className={classes.cell} data-align={column.align}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode;

function HeadCell<Row>({
  column,
  order,
  onOrder,
}: {
  column: Column<Row>;
  order: string | undefined;
  onOrder: DataListProps<Row>["onOrder"];
}) {
  const by = column.order;
  const isAscending = by !== undefined && order === by;
  const isDescending = by !== undefined && order === `-${by}`;
  const sort = isAscending ? "ascending" : isDescending ? "descending" : undefined;

  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is not a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it is what takes the focus
    <div role="columnheader" aria-sort={sort} data-align={column.align} className={classes.headCell}>
      {by && onOrder ? (
        <UnstyledButton className={classes.sort} onClick={() => onOrder(isAscending ? `-${by}` : by)}>
          {column.title}
          {isAscending && <ArrowUp size={13} aria-hidden />}
          {isDescending && <ArrowDown size={13} aria-hidden />}
        </UnstyledButton>
      ) : (
        column.title
      )}
    </div>
  );
}

const Waiting = memo(function Waiting({ columns, grid }: { columns: number; grid: string }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <div role="row" key={row} className={classes.waiting} style={{ gridTemplateColumns: grid }}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div role="cell" key={column} className={classes.cell}>
          <Skeleton height={12} width={column === 0 ? "55%" : "70%"} radius="sm" />
        </div>
      ))}
    </div>
  ));
});

/** Width of an element in pixels; 0 before it is known. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(current);

    return () => observer.disconnect();
  });

  return width;
}
