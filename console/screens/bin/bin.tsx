import { Button, Group, Menu, Modal, Text } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { type BinItem, binList, removeItem, restoreItem } from "../../api/bin.ts";
import { asProblem } from "../../api/problem.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { Empty } from "../../parts/empty.tsx";
import { NameForm } from "../../parts/name-form.tsx";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { Page } from "../../parts/page.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";
import { kindWord, placeWords } from "./bin-words.ts";

/** What was deleted in the last 30 days: it comes back with one click. */
export function Bin() {
  const mayRemove = useMay()("bin:remove");
  const list = useInfiniteQuery(binList);
  const queries = useQueryClient();
  const [renamed, setRenamed] = useState<BinItem>();
  const [removed, setRemoved] = useState<BinItem>();
  const restore = useSingleMutation({
    mutationFn: ({ item, name }: { item: BinItem; name?: string }) => restoreItem(item, name),
    async onSuccess({ name }) {
      setRenamed(undefined);
      notifyDone(`"${name}" is back.`);
      await queries.invalidateQueries();
    },
    onError(error, { item, name }) {
      if (asProblem(error).code === "name_taken") setRenamed(item);
      else if (name === undefined) notifyFailed("It could not be brought back", error);
    },
  });

  const columns = useMemo<readonly Column<BinItem>[]>(
    () => [
      {
        title: "What was deleted",
        width: "minmax(0, 1fr)",
        cell: (item) => (
          <>
            <Text size="sm" truncate>
              {item.name || kindWord(item)}
            </Text>
            <Text size="xs" className="quiet" truncate>
              {[kindWord(item), placeWords(item)].filter(Boolean).join(" ")}
            </Text>
          </>
        ),
      },
      {
        title: "Deleted",
        width: "190px",
        from: 620,
        cell: ({ deleted_at, deleted_by }) => (
          <Text size="sm" truncate>
            <When at={deleted_at} />
            {deleted_by?.name && <span className="quiet"> by {deleted_by.name}</span>}
          </Text>
        ),
      },
      { title: "Gone for good", width: "130px", from: 820, cell: ({ expires_at }) => <When at={expires_at} /> },
      {
        title: "Bring back",
        width: "170px",
        align: "end",
        cell: (item) => (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Undo2 size={14} />}
              aria-label={`Bring back ${item.name || kindWord(item)}`}
              onClick={() => restore.mutate({ item })}
            >
              Bring back
            </Button>
            {mayRemove && (
              <RowMenu name={item.name || kindWord(item)}>
                <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={() => setRemoved(item)}>
                  Remove for good
                </Menu.Item>
              </RowMenu>
            )}
          </Group>
        ),
      },
    ],
    [restore.mutate, mayRemove],
  );

  return (
    <Page title="Bin" text="What was deleted lies here for 30 days. It comes back with its address." wide>
      <DataList
        label="Bin"
        columns={columns}
        query={list}
        rowKey={({ type, id }) => `${type}/${id}`}
        empty={
          <Empty
            icon={<Trash2 size={26} />}
            title="The bin is empty"
            text="Documents, data routes, samples, deliveries, fonts and signing identities that are deleted lie here for 30 days."
          />
        }
      />
      <Modal opened={renamed !== undefined} onClose={() => setRenamed(undefined)} title="Its name was given away">
        {renamed && (
          <NameForm
            description={`Another one is called "${renamed.name}" now.`}
            placeholder={`${renamed.name} (before)`}
            action="Bring back"
            create={{
              mutate: (name) => restore.mutate({ item: renamed, name }),
              isPending: restore.isPending,
              error: restore.variables?.name === undefined ? null : restore.error,
            }}
            onClose={() => setRenamed(undefined)}
          />
        )}
      </Modal>
      <Modal
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove "${removed?.name ?? ""}" for good?`}
      >
        {removed && (
          <Confirmation
            action="Remove for good"
            send={() => removeItem(removed)}
            done={`"${removed.name}" was removed for good.`}
            changes={[["bin"]]}
            onClose={() => setRemoved(undefined)}
          >
            <Text size="sm">Nothing brings it back then. Runs and files that were made with it stay.</Text>
          </Confirmation>
        )}
      </Modal>
    </Page>
  );
}
