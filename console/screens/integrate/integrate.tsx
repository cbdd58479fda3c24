import { Button, Group, Modal, Paper, Tabs, Text, Title } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import column from "../../parts/column.module.css";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { FormerAddresses } from "./former-addresses.tsx";
import classes from "./integrate.module.css";
import { OfficeAddin } from "./office-addin.tsx";
import { Snippet } from "./snippet.tsx";
import { SNIPPETS } from "./snippets.ts";

interface IntegrateProps {
  kind: "documents" | "routes";
  one: { id: string; name: string; url: string };
  /** Data that fit, for the snippets. */
  sample: unknown;
  way: string | undefined;
  onWay: (way: string) => void;
}

/** The merge address, and programs that use it, with the document's own fields in them. */
export function Integrate({ kind, one, sample, way = "curl", onWay }: IntegrateProps) {
  const snippets = SNIPPETS.map(({ id, label, write }) => ({
    id,
    label,
    ...write({ address: one.url, data: sample ?? {}, name: one.name }),
  }));

  return (
    <div className={column.column}>
      <Paper withBorder p="lg">
        <Title order={2} mb={4}>
          Merge address
        </Title>
        <Text size="sm" className="quiet" mb="sm">
          Anyone who knows it can merge: no API key is needed. Send data by POST, as JSON or as a form.
        </Text>
        <Group gap="xs" align="stretch">
          <div className={classes.address}>
            <Copyable text={one.url} label="Merge address" />
          </div>
          <NewAddress kind={kind} id={one.id} />
        </Group>
        <ul className={classes.notes}>
          <li>
            <code>?download=1</code> returns the file; without it the response comes at once and the merge runs in the
            background.
          </li>
          <li>
            <code>?test=1</code> is a test: marked SAMPLE, counted separately, not delivered.
          </li>
        </ul>
      </Paper>
      <Paper withBorder p="lg" mt="md">
        <Title order={2} mb="sm">
          From a program
        </Title>
        <Tabs value={way} onChange={(next) => next && onWay(next)} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {snippets.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ id, text, steps }) => (
            <Tabs.Panel key={id} value={id} pt="md">
              {steps && (
                <ol className={classes.steps}>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              )}
              <Snippet text={text} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Paper>
      {kind === "documents" && <OfficeAddin />}
      <FormerAddresses kind={kind} id={one.id} />
    </div>
  );
}

function NewAddress({ kind, id }: { kind: "documents" | "routes"; id: string }) {
  const [asked, setAsked] = useState(false);

  return (
    <>
      <Button variant="default" leftSection={<KeyRound size={15} />} onClick={() => setAsked(true)}>
        New address
      </Button>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Create a new merge address?">
        <Confirmation
          action="Create new address"
          send={() => api.POST(`/api/${kind}/{id}/key`, { params: { path: { id } } })}
          done="New merge address created. The old one no longer works."
          changes={[[kind, id]]}
          onClose={() => setAsked(false)}
        >
          <Text size="sm">
            The old address stops working immediately: forms and programs that use it get an error until you update
            them.
          </Text>
        </Confirmation>
      </Modal>
    </>
  );
}
