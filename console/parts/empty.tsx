import { Stack, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";

/** A list without entries: says what would be here and how to get there. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Text fw={600} size="md" component="p" m={0}>
        {title}
      </Text>
      <Text size="sm" className="quiet" maw={420}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
