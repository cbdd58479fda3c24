import { ActionIcon, type MantineSize, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

/** A button that is only an icon; its name shows when it is pointed at. */
export function IconAction({
  label,
  icon,
  size,
  disabled = false,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  size?: MantineSize;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...(size ? { size } : {})}
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
