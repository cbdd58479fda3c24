import { Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type FillInOwner, fillInQuery, renewFillIn } from "../../api/fill-in.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { counted } from "../../parts/counted.ts";

interface PageAddressProps {
  owner: FillInOwner;
  page: { url: string; embed: string; sent: number };
}

/** Where the page is: to be copied, embedded and renewed. */
export function PageAddress({ owner, page }: PageAddressProps) {
  const [asked, setAsked] = useState(false);

  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>Address</Title>
          <Text size="xs" className="quiet">
            Sent {counted(page.sent, "time")}
          </Text>
        </Group>
        <Copyable text={page.url} label="Address of the page" />
        <Text size="sm" className="quiet">
          Within a page of yours, whose site you name below:
        </Text>
        <Copyable text={page.embed} label="Line of html" />
        <Group gap="xs">
          <Button component="a" href={page.url} target="_blank" rel="noreferrer" variant="default" size="xs">
            Open the page
          </Button>
          <Button variant="default" size="xs" leftSection={<KeyRound size={14} />} onClick={() => setAsked(true)}>
            New address
          </Button>
        </Group>
      </Stack>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Give the page another address?">
        <Confirmation
          action="Create new address"
          send={() => renewFillIn(owner)}
          done="The page has a new address. The old one no longer works."
          changes={[fillInQuery(owner).queryKey]}
          onClose={() => setAsked(false)}
        >
          <Text size="sm">
            Whoever has the old address can no longer fill the page in. What is sent is counted anew.
          </Text>
        </Confirmation>
      </Modal>
    </Paper>
  );
}
