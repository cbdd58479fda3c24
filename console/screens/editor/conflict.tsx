import { Alert, Button, Group, Text } from "@mantine/core";
import { asProblem } from "../../api/problem.ts";
import { Failed } from "../../parts/failed.tsx";

export interface ConflictProps {
  /** Why saving failed, if it did. */
  error: unknown;
  onOverwrite: () => void;
  /** The label of the other way. */
  discard: string;
  onDiscard: () => void;
  /** Saves although the document's own tests fail, or fields that were used are gone; not offered when absent. */
  onAllTheSame?: () => void;
}

/** What keeps a template back that could be saved. */
const GUARDS: ReadonlySet<string> = new Set(["tests_failed", "fields_dropped"]);

/** Why a template could not be saved; if somebody else was quicker, what can be done about it. */
export function Conflict({ error, onOverwrite, discard, onDiscard, onAllTheSame }: ConflictProps) {
  if (!error) return null;
  const { status, code } = asProblem(error);
  if (status !== 412)
    return (
      <>
        <Failed error={error} title="The template was not saved" />
        {onAllTheSame && GUARDS.has(code) && (
          <Button size="compact-sm" variant="default" onClick={onAllTheSame}>
            Publish all the same
          </Button>
        )}
      </>
    );

  return (
    <Alert color="yellow" variant="light" role="alert" title="Another version was saved in the meantime">
      <Text size="sm">
        Perhaps by you, in another tab. Yours is not saved yet. If you save it, the other one stays in the list of
        versions.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={onOverwrite}>
          Save mine as the latest version
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {discard}
        </Button>
      </Group>
    </Alert>
  );
}
