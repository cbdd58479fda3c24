import { Anchor, Badge, Button, Group, Modal, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Hook, hooksQuery } from "../../api/hooks.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Empty } from "../../parts/empty.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";
import { HookForm } from "./hook-form.tsx";
import { HookMenu } from "./hook-menu.tsx";
import { HookSample } from "./hook-sample.tsx";
import { eventWords, hostOf, lastAnswer, stateWords } from "./hook-words.ts";

/** What is open in front of the list. */
type Opened = { what: "new" } | { what: "edit" | "delete" | "sample"; hook: Hook };

/** Addresses that are called when something happens. */
export function Hooks() {
  const hooks = useQuery(hooksQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  return (
    <>
      <Group justify="space-between" mb="md" align="start">
        <Text size="sm" className="quiet" maw={520}>
          A hook calls an address whenever something happens in this workspace. Zapier, n8n and Power Automate make
          theirs by themselves.{" "}
          <Anchor href="/docs/guide/hooks" target="_blank" rel="noreferrer" inherit underline="always">
            What receivers get
          </Anchor>
        </Text>
        <Button leftSection={<Plus size={16} />} onClick={() => setOpened({ what: "new" })}>
          New hook
        </Button>
      </Group>
      <QueryTable
        label="hooks"
        query={hooks}
        minWidth={720}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "When",
            cell: ({ event, filter }) => (
              <>
                {eventWords(event)}
                <Text size="xs" className="quiet">
                  <Filter filter={filter} />
                </Text>
              </>
            ),
          },
          {
            title: "Calls",
            cell: ({ target_url }) => (
              <Text size="sm" title={target_url} style={{ overflowWrap: "anywhere" }}>
                {hostOf(target_url)}
              </Text>
            ),
          },
          { title: "State", cell: (hook) => <State hook={hook} /> },
          {
            title: "Last call",
            cell: (hook) => (
              <>
                <When at={hook.last_called_at} never="never" />
                <Text size="xs" className="quiet" title={hook.last_response} style={{ overflowWrap: "anywhere" }}>
                  {lastAnswer(hook)}
                </Text>
              </>
            ),
          },
          {
            title: "Actions",
            isTitleHidden: true,
            align: "end",
            cell: (hook) => <HookMenu hook={hook} onOpen={(what) => setOpened({ what, hook })} />,
          },
        ]}
        empty={
          <Empty
            icon={<Webhook size={26} />}
            title="No hooks yet"
            text="For example: call a program of yours when a merge failed, or when a fill-in page was sent."
          />
        }
      />
      <Modal opened={opened?.what === "new"} onClose={close} title="New hook">
        {opened?.what === "new" && <HookForm onClose={close} />}
      </Modal>
      <Modal opened={opened?.what === "edit"} onClose={close} title="Change the hook">
        {opened?.what === "edit" && <HookForm hook={opened.hook} onClose={close} />}
      </Modal>
      <Modal opened={opened?.what === "sample"} onClose={close} title="Send a sample" size="lg">
        {opened?.what === "sample" && <HookSample hook={opened.hook} />}
      </Modal>
      <Modal opened={opened?.what === "delete"} onClose={close} title="Delete the hook?">
        {opened?.what === "delete" && (
          <Confirmation
            action="Delete it"
            send={() => api.DELETE("/api/hooks/{hook}", { params: { path: { hook: opened.hook.id } } })}
            done="The hook is deleted."
            changes={[hooksQuery.queryKey]}
            onClose={close}
          >
            <Text size="sm">
              {hostOf(opened.hook.target_url)} is not called any more, nor for what waits to be sent.
            </Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}

function State({ hook }: { hook: Hook }) {
  const { label, isBad, text } = stateWords(hook);

  return (
    <>
      <Badge {...(isBad ? { color: "red" } : { variant: "default" })} tt="none">
        {label}
      </Badge>
      {text !== "" && (
        <Text size="xs" className="quiet" mt={2}>
          {text}
        </Text>
      )}
    </>
  );
}

/** Which of the events. */
function Filter({ filter: { document_id = "", route_id = "", test } }: { filter: Hook["filter"] }) {
  const isOfOne = document_id !== "" || route_id !== "";
  if (!isOfOne) return test === 1 ? "of everything, and of test merges" : "of everything";

  return (
    <>
      of <NameOf document={document_id} route={route_id} />
      {test === 1 && ", and of test merges"}
    </>
  );
}
