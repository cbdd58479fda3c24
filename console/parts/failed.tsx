import { Alert, Anchor, Button, Group, List, Text } from "@mantine/core";
import { CircleAlert, RotateCw } from "lucide-react";
import { asProblem, type ProblemItem } from "../api/problem.ts";
import { Marked } from "./template/marked.tsx";

/** What went wrong, in the service's words, with the remedy. */
export function Failed({
  error,
  onRetry,
  title,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  title?: string;
}) {
  const problem = asProblem(error);

  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} />}
      title={title ?? "Something went wrong"}
      role="alert"
    >
      <Text size="sm">
        <Marked text={problem.message} />
      </Text>
      {problem.items.length > 1 && (
        <List size="sm" mt="xs">
          {problem.items.slice(0, 20).map((item) => (
            <List.Item key={`${item.pointer ?? ""}${item.line ?? ""}${item.message}`}>
              {placeOf(item)}
              <Marked text={item.message} />
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="md" mt="xs">
        {onRetry && (
          <Button size="xs" variant="default" leftSection={<RotateCw size={14} />} onClick={onRetry}>
            Try again
          </Button>
        )}
        {problem.status > 0 && (
          <Anchor size="xs" href={`/docs/errors/${encodeURIComponent(problem.code)}`} target="_blank" rel="noreferrer">
            More about this error
          </Anchor>
        )}
        {problem.requestId && (
          <Text size="xs" className="quiet">
            Request {problem.requestId}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

function placeOf({ place: inWords, line, column, tag }: ProblemItem): string {
  const place = [
    inWords,
    line === undefined ? "" : `line ${line}`,
    column === undefined ? "" : `column ${column}`,
    tag,
  ];
  const said = place.filter(Boolean).join(", ");

  return said === "" ? "" : `${said}: `;
}
