import { Group, Progress, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { getJson, getPage } from "../../api/client.ts";
import type { ListedDocument } from "../../api/documents.ts";
import { Empty } from "../../parts/empty.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { shownSize } from "../../parts/shown-size.ts";
import classes from "./usage.module.css";

interface UsageRow {
  day?: string;
  month?: string;
  document_id?: string;
  merges: number;
  test_merges: number;
  failed: number;
}

interface Total {
  storage_bytes: number;
  storage_quota_bytes: number;
}

const monthStart = (): string => `${new Date().toISOString().slice(0, 8)}01`;

/** What the workspace keeps, and may keep. */
function Storage() {
  const { data } = useQuery({
    queryKey: ["usage", "total"],
    queryFn: () => getJson<Total[]>("/api/usage", { by: "total" }),
  });
  const total = data?.[0];
  if (!total) return null;
  const share = (total.storage_bytes / total.storage_quota_bytes) * 100;

  return (
    <Stack gap={4} mb="md">
      <Text size="sm">
        Storage: {shownSize(total.storage_bytes)} of {shownSize(total.storage_quota_bytes)}
      </Text>
      <Progress aria-label="Storage" value={Math.min(100, share)} color={share >= 90 ? "red" : undefined} />
    </Stack>
  );
}

/** Merges by day, month or document, and the storage that is taken. */
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
      <Storage />
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
      <QueryTable
        label="usage"
        query={usage}
        minWidth={420}
        rowKey={titleOf}
        columns={[
          { title: by === "document" ? "Document" : by === "day" ? "Day" : "Month", cell: titleOf },
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
          <Empty
            icon={<ChartNoAxesColumn size={26} />}
            title="Nothing was merged"
            text="In these days there were no merges."
          />
        }
      />
    </>
  );
}
