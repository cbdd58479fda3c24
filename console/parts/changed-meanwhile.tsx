import { Alert, Button, Group, Text } from "@mantine/core";
import { asProblem } from "../api/problem.ts";
import { When } from "./when.tsx";

/** Somebody else was quicker: who, and what can be done about it. */
export interface Conflict {
  /** Saves what was typed. */
  onOverwrite: () => void;
  /** Shows what is saved. */
  onDiscard: () => void;
}

export const isConflict = (error: unknown): boolean => asProblem(error).code === "precondition_failed";

export function ChangedMeanwhile({ error, onOverwrite, onDiscard }: Conflict & { error: unknown }) {
  const { changedBy, changedAt } = asProblem(error);

  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={changedBy ? `${changedBy} has changed this in the meantime` : "This was changed in the meantime"}
    >
      <Text size="sm">
        {changedAt && (
          <>
            Saved <When at={changedAt} />
            {changedBy ? "" : ", perhaps by you in another tab"}.{" "}
          </>
        )}
        What you have typed is still here, and not saved yet. The log says what was changed.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={onOverwrite}>
          Save mine
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard mine and show what is saved
        </Button>
      </Group>
    </Alert>
  );
}
