import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { LinkButton, TextLink } from "../../parts/link.tsx";
import classes from "./home.module.css";

/** What to do first, for people who have merged nothing yet. */
export function FirstSteps({ openFiles }: { openFiles: () => void }) {
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="First steps">
      <Title order={2} mb="xs">
        First steps
      </Title>
      <ol className={classes.steps}>
        <li>
          <Text size="sm" fw={600}>
            Bring a template
          </Text>
          <Text size="sm" className="quiet">
            A letter in Word, a price list in Excel, a certificate in PowerPoint or a PDF form: drop it anywhere on this
            page, or begin with one that is ready.
          </Text>
          <Group gap="xs" mt={6}>
            <Button size="xs" onClick={openFiles}>
              Upload files
            </Button>
            <LinkButton size="xs" variant="default" to="/gallery" search={{}}>
              Open the gallery
            </LinkButton>
          </Group>
        </li>
        <li>
          <Text size="sm" fw={600}>
            Say where the data go
          </Text>
          <Text size="sm" className="quiet">
            Write {"{$Name}"} where the name should be. What looks like a gap in an old letter is offered as a field.{" "}
            <a href="/docs/guide/word" target="_blank" rel="noreferrer">
              How it is done in Word
            </a>
          </Text>
        </li>
        <li>
          <Text size="sm" fw={600}>
            Fill it in
          </Text>
          <Text size="sm" className="quiet">
            Open the document and choose Merge now. The file is there at once; a delivery sends it by mail.{" "}
            <TextLink to="/documents" search={{}}>
              Your documents
            </TextLink>
          </Text>
        </li>
      </ol>
    </Paper>
  );
}
