import { Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getJson } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import classes from "./versions.module.css";

interface ChangesAnswer {
  fields: { added: { name: string }[]; removed: { name: string }[]; changed: { name: string }[] };
  text: { part: string; lines: { change: "same" | "added" | "removed"; text: string }[] }[];
}

/** Unchanged lines shown around a change. */
const AROUND = 2;

/** What is different from the version before: fields, and the text line by line. */
export function Changes({ documentId, version }: { documentId: string; version: number }) {
  const changes = useQuery({
    queryKey: ["documents", documentId, "versions", version, "changes"],
    queryFn: () =>
      getJson<ChangesAnswer>(`/api/documents/${encodeURIComponent(documentId)}/versions/${version}/changes`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (changes.isPending) return <Busy />;
  if (changes.error) return <Failed error={changes.error} title="The changes could not be read" />;
  const { fields, text } = changes.data;
  const groups = [
    ["New fields", fields.added],
    ["Fields that are gone", fields.removed],
    ["Fields of another type", fields.changed],
  ] as const;

  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        Against version {version - 1}:
      </Text>
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
        <Text size="sm">The text is the same.</Text>
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
    </Stack>
  );
}

/** Changed lines and those around them. */
function near(lines: ChangesAnswer["text"][number]["lines"]) {
  return lines
    .map((line, at) => ({ ...line, at }))
    .filter(({ at }) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ change }) => change !== "same"));
}
