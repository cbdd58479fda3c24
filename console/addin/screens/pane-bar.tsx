import { ActionIcon, Group, Menu, Title } from "@mantine/core";
import { ArrowLeft, Ellipsis } from "lucide-react";
import { IconAction } from "../../parts/icon-action.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import type { Access } from "../session/access.ts";
import classes from "./pane.module.css";

interface PaneBarProps {
  title: string;
  access: Access;
  /** Chooses another document. */
  onBack?: () => void;
  /** Where the console shows it. */
  address?: string;
}

/** The top of the pane. */
export function PaneBar({ title, access, onBack, address = "/console" }: PaneBarProps) {
  return (
    <Group className={classes.bar} gap="xs" wrap="nowrap">
      {onBack && <IconAction label="Choose another document" icon={<ArrowLeft size={16} />} onClick={onBack} />}
      <Title order={onBack ? 1 : 2} className={classes.name} title={title}>
        {title}
      </Title>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More">
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={address} target="_blank" rel="noreferrer">
            Open in the console
          </Menu.Item>
          <Menu.Item component="a" href="/docs/guide/office-add-in" target="_blank" rel="noreferrer">
            Guide
          </Menu.Item>
          <Menu.Item
            onClick={() => access.end().catch((error: unknown) => notifyFailed("The access was not given back", error))}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
