import { Button, Group, Modal, Paper, Tabs, Text, Title } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import column from "../../parts/column.module.css";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Snippet } from "./snippet.tsx";
import { SNIPPETS } from "./snippets.ts";
import classes from "./use-it.module.css";

interface UseItProps {
  kind: "documents" | "routes";
  one: { id: string; name: string; url: string };
  /** Data that fit, for the snippets. */
  sample: unknown;
  way: string | undefined;
  onWay: (way: string) => void;
}

/** The merge address, and programs that use it, with the document's own fields in them. */
export function UseIt({ kind, one, sample, way = "curl", onWay }: UseItProps) {
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
          Anyone who knows it may merge: no key is needed. Data are sent by POST, as JSON or as a form.
        </Text>
        <Group gap="xs" align="stretch">
          <div className={classes.address}>
            <Copyable text={one.url} label="Merge address" />
          </div>
          <NewAddress kind={kind} id={one.id} />
        </Group>
        <ul className={classes.notes}>
          <li>
            <code>?download=1</code> returns the file; without it the answer comes at once and the merge is done in the
            background.
          </li>
          <li>
            <code>?test=1</code> is a test: marked SAMPLE, counted apart, nothing is delivered.
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
      <Modal opened={asked} onClose={() => setAsked(false)} title="Make a new merge address?">
        <Confirmation
          action="Make a new address"
          send={() => api.POST(`/api/${kind}/{id}/key`, { params: { path: { id } } })}
          done="The merge address is new. The old one no longer works."
          changes={[[kind, id]]}
          onClose={() => setAsked(false)}
        >
          <Text size="sm">
            The old address stops at once: forms and programs that use it get an error until they have the new one.
          </Text>
        </Confirmation>
      </Modal>
    </>
  );
}
