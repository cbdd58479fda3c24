import { Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { Select } from "../../parts/select.tsx";
import classes from "./versions.module.css";

type VersionChanges = Schemas["VersionChanges"];

/** Unchanged lines shown around a change. */
const AROUND = 2;

interface ChangesProps {
  documentId: string;
  version: number;
  /** The version that it is compared with. */
  against: number;
  /** Numbers of all versions. */
  versions: readonly number[];
  onCompare: (against: number) => void;
}

/** The differences from another version: fields, and the text line by line. */
export function Changes({ documentId, version, against, versions, onCompare }: ChangesProps) {
  const changes = useQuery({
    queryKey: ["documents", documentId, "versions", version, "changes", against],
    queryFn: () =>
      dataOf(
        api.GET("/api/documents/{id}/versions/{version}/changes", {
          params: { path: { id: documentId, version: String(version) }, query: { against: String(against) } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

  return (
    <Stack gap="sm">
      <Select
        label="Compared with"
        size="xs"
        maw={220}
        data={versions
          .filter((number) => number !== version)
          .map((number) => ({ value: String(number), label: `Version ${number}` }))}
        value={String(against)}
        onChange={(chosen) => chosen && onCompare(Number(chosen))}
        allowDeselect={false}
      />
      {changes.isPending && <Busy />}
      {changes.error && <Failed error={changes.error} title="The changes could not be loaded" />}
      {changes.data && <Compared {...changes.data} />}
    </Stack>
  );
}

function Compared({ fields, text, cut }: VersionChanges) {
  const groups = [
    ["New fields", fields.added],
    ["Removed fields", fields.removed],
    ["Fields with a new type", fields.changed],
  ] as const;

  return (
    <Stack gap="sm">
      {groups
        .filter(([, names]) => names.length > 0)
        .map(([title, names]) => (
          <Group key={title} gap={6}>
            <Text size="xs" className="quiet">
              {title}
            </Text>
            {names.map(({ name }) => (
              <Code key={name}>{name}</Code>
            ))}
          </Group>
        ))}
      {text.every(({ lines }) => lines.every(({ change }) => change === "same")) && (
        <Text size="sm">The text has not changed.</Text>
      )}
      {text.map(({ part, lines }) => (
        <div key={part}>
          {text.length > 1 && (
            <Text size="xs" className="quiet" mb={4}>
              {part}
            </Text>
          )}
          <pre className={classes.diff}>
            {near(lines).map(({ change, text: line, at }) => (
              <div key={at} data-change={change} className={classes.line}>
                <span className="visually-hidden">
                  {change === "added" ? "added: " : change === "removed" ? "removed: " : ""}
                </span>
                {line || " "}
              </div>
            ))}
          </pre>
        </div>
      ))}
      {cut && <Text size="sm">There is more text than can be shown here.</Text>}
    </Stack>
  );
}

/** Changed lines and those around them. */
function near(lines: VersionChanges["text"][number]["lines"]) {
  return lines
    .map((line, at) => ({ ...line, at }))
    .filter(({ at }) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ change }) => change !== "same"));
}
