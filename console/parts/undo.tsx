import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSyncExternalStore } from "react";
import { asProblem } from "../api/problem.ts";

/** How long somebody may change their mind. */
const UNDO_MS = 7_000;

/** What is hidden because it is about to be deleted. */
let pending: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const due = new Map<string, () => void>();

function setPending(change: (keys: Set<string>) => void): void {
  const keys = new Set(pending);
  change(keys);
  pending = keys;
  for (const listener of listeners) listener();
}

// Whoever closes the page has made up their mind.
window.addEventListener("pagehide", () => {
  for (const finish of due.values()) finish();
});

interface Deletion {
  /** What hides the entry while it can be undone, e.g. `document:12`. */
  key: string;
  /** Names what is deleted, e.g. `"Invoice" is deleted.` */
  message: string;
  /** The request itself; `keepalive` lets it outlive the page. */
  remove(): Promise<unknown>;
  onDone?(): void;
}

/** Deletes in a few seconds, or not at all if somebody undoes it. */
export function deleteWithUndo({ key, message, remove, onDone }: Deletion): void {
  const id = `undo:${key}`;
  setPending((keys) => keys.add(key));
  const finish = () => {
    clearTimeout(timer);
    due.delete(key);
    notifications.hide(id);
    remove()
      .then(() => onDone?.())
      .catch((error: unknown) =>
        notifications.show({ color: "red", title: "Could not delete it", message: asProblem(error).message }),
      )
      .finally(() => setPending((keys) => keys.delete(key)));
  };
  const keep = () => {
    clearTimeout(timer);
    due.delete(key);
    notifications.hide(id);
    setPending((keys) => keys.delete(key));
  };
  const timer = setTimeout(finish, UNDO_MS);
  due.set(key, finish);
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" lineClamp={2}>
          {message}
        </Text>
        <Button size="compact-sm" variant="default" onClick={keep}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Keys of what is being deleted. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
    () => pending,
  );
}
