import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

interface LeaveGuardProps {
  active: boolean;
  /** Whether the work stays in the browser and is there again later. */
  isKept?: boolean;
}

/** Members of an address that say which of a screen's forms is open; the others choose a view of the same work. */
const FORM_MEMBERS: ReadonlySet<string> = new Set(["part", "delivery", "add"]);

const formOf = (search: object): string =>
  JSON.stringify(Object.entries(search).filter(([name, value]) => FORM_MEMBERS.has(name) && value !== undefined));

/** Asks before unsaved work is left behind. */
export function LeaveGuard({ active, isKept = false }: LeaveGuardProps) {
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      active && (current.pathname !== next.pathname || formOf(current.search) !== formOf(next.search)),
    enableBeforeUnload: active,
    withResolver: true,
  });

  return (
    <Modal opened={status === "blocked"} onClose={() => reset?.()} title="You have changes that are not saved">
      <Text size="sm">
        {isKept
          ? "They stay in this browser, and are here again when you come back."
          : "They will be lost if you leave now."}
      </Text>
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
