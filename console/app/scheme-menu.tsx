import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { MonitorSmartphone, Moon, Sun, SunMoon } from "lucide-react";

const SCHEMES = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "auto", label: "System", icon: MonitorSmartphone },
] as const;

/** Opens as soon as it is loaded: somebody has just asked for it. */
export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  return (
    <Menu position="top-end" defaultOpened>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Color scheme">
          <SunMoon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon: ItemIcon }) => (
          <Menu.Item
            key={value}
            leftSection={<ItemIcon size={15} />}
            onClick={() => setColorScheme(value)}
            aria-current={value === colorScheme ? "true" : undefined}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
