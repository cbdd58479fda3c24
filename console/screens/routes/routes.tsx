import { Button, Group, Menu, Modal, Text } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Copy, Plus, Split, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { type ListedRoute, routeList } from "../../api/routes.ts";
import { useMay } from "../../app/rights.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { Empty } from "../../parts/empty.tsx";
import { NameForm } from "../../parts/name-form.tsx";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { Page } from "../../parts/page.tsx";
import rowLink from "../../parts/row-link.module.css";
import { RowMenu } from "../../parts/row-menu.tsx";
import { SearchInput } from "../../parts/search-input.tsx";
import { usePendingDeletions } from "../../parts/undo.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";
import { DeleteQuestion } from "../documents/delete-document.tsx";

const route = getRouteApi("/inside/routes");

/** All data routes of the workspace. */
export function Routes() {
  const { create, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { order = "name" } = search;
  const list = useInfiniteQuery(routeList({ search: search.search, order }));
  const deleting = usePendingDeletions();
  const rows = list.data?.filter(({ id }) => !deleting.has(`route:${id}`));
  const columns = useMemo<readonly Column<ListedRoute>[]>(
    () => [
      {
        title: "Name",
        width: "minmax(0, 3fr)",
        order: "name",
        cell: ({ id, name, folder, active }) => (
          <>
            <Link to="/routes/$id" params={{ id }} className={rowLink.link}>
              {name}
            </Link>
            <Text size="xs" className="quiet" truncate>
              {[folder, active === "0" ? "test mode" : ""].filter(Boolean).join(" · ")}
            </Text>
          </>
        ),
      },
      {
        title: "Rules",
        width: "70px",
        from: 420,
        align: "end",
        cell: ({ rules }) => <span className="numbers">{rules?.length ?? ""}</span>,
      },
      {
        title: "Changed",
        width: "120px",
        from: 560,
        order: "updated_at",
        cell: ({ updated_at }) => <When at={updated_at} never="" />,
      },
      { title: "Actions", width: "60px", align: "end", cell: (one) => <RouteMenu route={one} /> },
    ],
    [],
  );
  const mayWrite = useMay()("document:write");
  const openDialog = () => void navigate({ search: { ...search, create: "new" } });

  return (
    <Page
      title="Data routes"
      text="One set of data, several documents: rules decide which are merged and what is combined into one PDF."
      wide
      actions={
        mayWrite && (
          <Button leftSection={<Plus size={16} />} onClick={openDialog}>
            New data route
          </Button>
        )
      }
    >
      <Group mb="sm">
        <SearchInput
          label="Search data routes"
          value={search.search}
          onSearch={(value) => void navigate({ search: { ...search, search: value }, replace: true })}
          flex="0 1 420px"
        />
      </Group>
      <DataList
        label="Data routes"
        columns={columns}
        query={{ ...list, data: rows }}
        rowKey={({ id }) => id}
        order={order}
        onOrder={(next) => void navigate({ search: { ...search, order: next }, replace: true })}
        empty={
          <Empty
            icon={<Split size={26} />}
            title={search.search ? "No matches" : "No data routes yet"}
            text={
              search.search
                ? "No data route matches this search."
                : "For example: an offer always, a contract when the amount is above 1,000, and the terms as a file - all in one PDF."
            }
          >
            {!search.search && mayWrite && <Button onClick={openDialog}>New data route</Button>}
          </Empty>
        }
      />
      <NewRoute opened={create !== undefined} onClose={() => void navigate({ search, replace: true })} />
    </Page>
  );
}

function NewRoute({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useSingleMutation({
    mutationFn: (name: string) => dataOf(api.POST("/api/routes", { body: { name, output_name: name } })),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: ["routes"] });
      await navigate({ to: "/routes/$id", params: { id } });
    },
  });

  return (
    <Modal opened={opened} onClose={onClose} title="New data route">
      <NameForm placeholder="New customer" action="Create" create={create} onClose={onClose} />
    </Modal>
  );
}

function RouteMenu({ route: { id, name, folder } }: { route: ListedRoute }) {
  const mayWrite = useMay()("document:write", folder);
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ["routes"] });
  const copy = useSingleMutation({
    mutationFn: () => api.POST("/api/routes/{id}/copy", { params: { path: { id } }, body: { name: `${name} (copy)` } }),
    async onSuccess() {
      notifyDone("Copied.");
      await refresh();
    },
    onError: (error) => notifyFailed("Could not copy it", error),
  });

  if (!mayWrite) return null;

  return (
    <div className={rowLink.above}>
      <RowMenu name={name}>
        <Menu.Item leftSection={<Copy size={14} />} onClick={() => copy.mutate()}>
          Copy
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={() => setAsked(true)}>
          Delete
        </Menu.Item>
      </RowMenu>
      <Modal opened={asked} onClose={() => setAsked(false)} title={`Delete "${name}"?`}>
        {asked && <DeleteQuestion kind="routes" id={id} name={name} onClose={() => setAsked(false)} />}
      </Modal>
    </div>
  );
}
