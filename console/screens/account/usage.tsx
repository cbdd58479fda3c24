import { Group, SegmentedControl, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { getJson, getPage } from "../../api/client.ts";
import type { ListedDocument } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import classes from "./usage.module.css";

interface UsageRow {
  day?: string;
  month?: string;
  document_id?: string;
  merges: number;
  test_merges: number;
  failed: number;
}

const monthStart = (): string => `${new Date().toISOString().slice(0, 8)}01`;

/** Merges by day, month or document. */
export function Usage() {
  const [by, setBy] = useState("day");
  const [from, setFrom] = useState(monthStart);
  const [to, setTo] = useState("");
  const usage = useQuery({
    queryKey: ["usage", by, from, to],
    queryFn: () => getJson<UsageRow[]>("/api/usage", { by, from, to }),
  });
  const documents = useQuery({
    queryKey: ["documents", "menu"],
    queryFn: () => getPage<ListedDocument>("/api/documents", { limit: 1_000, order: "name" }),
    staleTime: 60_000,
  });
  const names = new Map((documents.data?.items ?? []).map(({ id, name }) => [id, name]));
  const titleOf = ({ day, month, document_id }: UsageRow) =>
    by === "document" ? (names.get(document_id ?? "") ?? `Document ${document_id}`) : (day ?? month ?? "");
  const most = Math.max(1, ...(usage.data ?? []).map(({ merges, test_merges }) => merges + test_merges));

  return (
    <>
      <Group mb="md" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Counted by"
          value={by}
          onChange={setBy}
          data={[
            { value: "day", label: "By day" },
            { value: "month", label: "By month" },
            { value: "document", label: "By document" },
          ]}
        />
        <TextInput
          type="date"
          size="xs"
          aria-label="From this day on"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          size="xs"
          aria-label="Until this day"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Group>
      {usage.isPending && <Busy />}
      {usage.error && (
        <Failed error={usage.error} onRetry={() => void usage.refetch()} title="The usage could not be read" />
      )}
      {usage.data?.length === 0 && (
        <Empty
          icon={<ChartNoAxesColumn size={26} />}
          title="Nothing was merged"
          text="In these days there were no merges."
        />
      )}
      {usage.data && usage.data.length > 0 && (
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{by === "document" ? "Document" : by === "day" ? "Day" : "Month"}</Table.Th>
                <Table.Th w="40%">
                  <span className="visually-hidden">Share</span>
                </Table.Th>
                <Table.Th ta="end">Merges</Table.Th>
                <Table.Th ta="end">Tests</Table.Th>
                <Table.Th ta="end">Failed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="numbers">
              {usage.data.map((row) => (
                <Table.Tr key={titleOf(row)}>
                  <Table.Td>{titleOf(row)}</Table.Td>
                  <Table.Td>
                    <div
                      className={classes.bar}
                      style={{ width: `${((row.merges + row.test_merges) / most) * 100}%` }}
                    />
                  </Table.Td>
                  <Table.Td ta="end">{row.merges}</Table.Td>
                  <Table.Td ta="end">{row.test_merges}</Table.Td>
                  <Table.Td ta="end">
                    {row.failed > 0 ? (
                      <Text span c="red" size="sm">
                        {row.failed}
                      </Text>
                    ) : (
                      0
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}
