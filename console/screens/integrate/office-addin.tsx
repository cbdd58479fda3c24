import { Anchor, Paper, Text, Title } from "@mantine/core";

/** Where the add-in for Office is had, with which templates are written beside their files. */
export function OfficeAddin() {
  return (
    <Paper withBorder p="lg" mt="md">
      <Title order={2} mb={4}>
        In Word, Excel and PowerPoint
      </Title>
      <Text size="sm" className="quiet">
        An add-in writes templates beside the open file and publishes them:{" "}
        <Anchor href="/addin/manifest.xml" inherit underline="always">
          its manifest
        </Anchor>{" "}
        for one person,{" "}
        <Anchor href="/addin/manifest.zip" inherit underline="always">
          packed
        </Anchor>{" "}
        for a company.{" "}
        <Anchor href="/docs/guide/office-add-in" target="_blank" rel="noreferrer" inherit underline="always">
          How to add it
        </Anchor>
      </Text>
    </Paper>
  );
}
