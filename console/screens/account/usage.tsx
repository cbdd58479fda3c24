import { Group, Progress, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Empty } from "../../parts/empty.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { shownSize } from "../../parts/shown-size.ts";
import classes from "./usage.module.css";

type UsageRow = Schemas["Usage"];

const monthStart = (): string => `${new Date().toISOString().slice(0, 8)}01`;

/** What the workspace keeps, and may keep. */
function Storage() {
  const { data } = useQuery({
    queryKey: ["usage", "total"],
    queryFn: () => dataOf(api.GET("/api/usage", { params: { query: { by: "total" } } })),
  });
  const { storage_bytes: taken = 0, storage_quota_bytes: quota } = data?.[0] ?? {};
  if (!quota) return null;
  const share = (taken / quota) * 100;

  return (
    <Stack gap={4} mb="md">
      <Text size="sm">
        Storage: {shownSize(taken)} of {shownSize(quota)}
      </Text>
      <Progress aria-label="Storage" value={Math.min(100, share)} color={share >= 90 ? "red" : undefined} />
    </Stack>
  );
}

/** Merges by day, month or document, and the storage that is taken. */
export function Usage() {
  const [by, setBy] = useState<"day" | "month" | "document">("day");
  const [from, setFrom] = useState(monthStart);
  const [to, setTo] = useState("");
  const usage = useQuery({
    queryKey: ["usage", by, from, to],
    queryFn: () => dataOf(api.GET("/api/usage", { params: { query: { by, from, to: to || undefined } } })),
  });
  const keyOf = ({ day, month, document_id }: UsageRow) => document_id ?? day ?? month ?? "";
  const most = Math.max(1, ...(usage.data ?? []).map(({ merges, test_merges }) => merges + test_merges));

  return (
    <>
      <Storage />
      <Group mb="md" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Count by"
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
          aria-label="From date"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          size="xs"
          aria-label="To date"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Group>
      <QueryTable
        label="usage"
        query={usage}
        minWidth={420}
        rowKey={keyOf}
        columns={[
          {
            title: by === "document" ? "Document" : by === "day" ? "Day" : "Month",
            cell: (row) => (row.document_id ? <NameOf document={row.document_id} /> : keyOf(row)),
          },
          {
            title: "Share",
            isTitleHidden: true,
            width: "40%",
            cell: ({ merges, test_merges }) => (
              <div className={classes.bar} style={{ width: `${((merges + test_merges) / most) * 100}%` }} />
            ),
          },
          { title: "Merges", align: "end", cell: ({ merges }) => merges },
          { title: "Tests", align: "end", cell: ({ test_merges }) => test_merges },
          {
            title: "Failed",
            align: "end",
            cell: ({ failed }) =>
              failed > 0 ? (
                <Text span c="red" size="sm">
                  {failed}
                </Text>
              ) : (
                0
              ),
          },
        ]}
        empty={
          <Empty icon={<ChartNoAxesColumn size={26} />} title="No merges" text="There were no merges in this period." />
        }
      />
    </>
  );
}
