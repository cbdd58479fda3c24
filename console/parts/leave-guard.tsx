import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

/** Asks before unsaved work is left behind. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { proceed, reset, status } = useBlocker({
    // Another view of the same screen keeps the work.
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });

  return (
    <Modal opened={status === "blocked"} onClose={() => reset?.()} title="You have changes that are not saved">
      <Text size="sm">They stay in this browser, and are here again when you come back.</Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay here
        </Button>
      </Group>
    </Modal>
  );
}
