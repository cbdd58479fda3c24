import { Table } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Busy } from "./busy.tsx";
import { Failed } from "./failed.tsx";
import classes from "./query-table.module.css";

/** One column of a table. */
interface TableColumn<Row> {
  title: string;
  /** If the cells say enough: the title is only for screen readers. */
  isTitleHidden?: boolean;
  width?: string;
  align?: "end";
  cell(row: Row): ReactNode;
}

interface QueryTableProps<Row> {
  /** What the rows are, as in "The keys could not be loaded". */
  label: string;
  query: Pick<UseQueryResult<Row[]>, "data" | "error" | "isPending" | "refetch">;
  columns: readonly TableColumn<Row>[];
  rowKey(row: Row): string;
  /** Shown instead of the table if there is nothing in it. */
  empty?: ReactNode;
  /** In pixels; with less room, it scrolls sideways. Phones show each row as a block instead. */
  minWidth: number;
}

/** All results of a query in one table; lists that may grow without limit are a `DataList`. */
export function QueryTable<Row>({ label, query, columns, rowKey, empty, minWidth }: QueryTableProps<Row>) {
  const { data, error, isPending, refetch } = query;

  return (
    <>
      {isPending && <Busy />}
      {error && <Failed error={error} onRetry={() => void refetch()} title={`The ${label} could not be loaded`} />}
      {data?.length === 0 && empty}
      {data && data.length > 0 && (
        <Table.ScrollContainer
          minWidth={minWidth}
          classNames={{ scrollContainerInner: classes.inner }}
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table verticalSpacing="sm" className={classes.table}>
            <Table.Thead className={classes.head}>
              <Table.Tr>
                {columns.map(({ title, isTitleHidden, width, align }) => (
                  <Table.Th key={title} w={width} ta={align}>
                    {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className={`numbers ${classes.body}`}>
              {data.map((row) => (
                <Table.Tr key={rowKey(row)} className={classes.row}>
                  {columns.map(({ title, isTitleHidden = false, align, cell }) => (
                    <Table.Td
                      key={title}
                      ta={align}
                      className={classes.cell}
                      data-title={title}
                      data-untitled={isTitleHidden}
                      data-align={align}
                    >
                      {cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}
