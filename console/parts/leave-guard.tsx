import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";

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
    <LossQuestion
      opened={status === "blocked"}
      action="Leave without saving"
      onGo={() => proceed?.()}
      onStay={() => reset?.()}
    >
      {isKept
        ? "They stay in this browser and will be restored when you return."
        : "They will be lost if you leave now."}
    </LossQuestion>
  );
}

interface LossQuestionProps {
  opened: boolean;
  /** What will become of the changes. */
  children: ReactNode;
  /** The label for continuing. */
  action: string;
  onGo: () => void;
  onStay: () => void;
}

/** Asks whether unsaved work may be lost. */
export function LossQuestion({ opened, children, action, onGo, onStay }: LossQuestionProps) {
  return (
    <Modal opened={opened} onClose={onStay} title="You have unsaved changes">
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onGo}>
          {action}
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay here
        </Button>
      </Group>
    </Modal>
  );
}
