import { Group, Text } from "@mantine/core";

/** The product's sign and name. */
export function Logo() {
  return (
    <Group gap={9} wrap="nowrap">
      <img src="/console/icon.svg" width={24} height={24} alt="" />
      <Text fw={700} size="md" lts="-0.02em">
        Docloom
      </Text>
    </Group>
  );
}
