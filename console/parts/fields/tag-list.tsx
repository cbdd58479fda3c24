import { Combobox, Text } from "@mantine/core";
import type { OfferedTag } from "./offered-tags.ts";

/** Fields to choose from, with what they hold in the sample. */
export function TagList({ tags }: { tags: readonly OfferedTag[] }) {
  return (
    <Combobox.Options mah={260} style={{ overflowY: "auto" }}>
      {tags.length === 0 ? (
        <Combobox.Empty>No field of this name</Combobox.Empty>
      ) : (
        tags.map(({ name, tag, value }) => (
          <Combobox.Option key={name} value={tag}>
            <Text size="sm" component="span" fw={600}>
              {name}
            </Text>{" "}
            {value && (
              <Text size="xs" component="span" className="quiet" ml={4}>
                {value}
              </Text>
            )}
          </Combobox.Option>
        ))
      )}
    </Combobox.Options>
  );
}
