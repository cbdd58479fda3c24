import { Button, Group, Stack } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failed } from "./failed.tsx";
import { notifyDone } from "./notify.ts";
import { useSingleMutation } from "./use-single-mutation.ts";

/** Asks in a dialog before something that cannot be undone, does it, and says so. */
export function Confirmation({
  children,
  action,
  send,
  done,
  changes,
  onClose,
}: {
  /** What will happen. */
  children: ReactNode;
  /** What the button says. */
  action: string;
  send: () => Promise<unknown>;
  /** The message once it has happened. */
  done: string;
  /** What is reloaded then. */
  changes: readonly QueryKey[];
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const act = useSingleMutation({
    mutationFn: send,
    async onSuccess() {
      onClose();
      notifyDone(done);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });

  return (
    <Stack>
      {children}
      {act.error && <Failed error={act.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={act.isPending} onClick={() => act.mutate()}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
