import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { deliveriesQuery } from "../../api/deliveries.ts";
import { notifyInUse } from "../../parts/notify.ts";
import { deleteWithUndo } from "../../parts/undo.tsx";

interface Question {
  kind: "documents" | "routes";
  id: string;
  name: string;
  onClose: () => void;
}

/** What goes with a document: everything that is only reached through it. */
const GOES = {
  documents: ["its versions and samples", "its merge address: programs and forms that use it get an error"],
  routes: ["its rules; the documents that they name stay", "its address: programs and forms that use it get an error"],
} as const;

/** Asks before a document or a data route goes, and says what goes along; its page closes then. */
export function DeleteQuestion({ kind, id, name, onClose }: Question) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const deliveries = useQuery(deliveriesQuery({ kind, id }));
  const count = deliveries.data?.length ?? 0;
  const isOpen = pathname.replace(/^\/console/, "").startsWith(`/${kind}/${id}`);

  async function remove() {
    onClose();
    const params = { path: { id } };
    deleteWithUndo({
      key: `${kind === "documents" ? "document" : "route"}:${id}`,
      message: `"${name}" is deleted.`,
      remove: async () => notifyInUse(await dataOf(api.DELETE(`/api/${kind}/{id}`, { params, keepalive: true }))),
      onDone: () => void queries.invalidateQueries({ queryKey: [kind, "list"] }),
    });
    if (isOpen) await navigate({ to: `/${kind}`, search: {} });
  }

  return (
    <Stack>
      <div>
        <Text size="sm">With it go:</Text>
        <List size="sm" mt={4}>
          {GOES[kind].map((what) => (
            <List.Item key={what}>{what}</List.Item>
          ))}
          {count > 0 && <List.Item>{count === 1 ? "its delivery" : `its ${count} deliveries`}</List.Item>}
        </List>
        <Text size="sm" mt="xs">
          Runs and files that were made with it stay.
        </Text>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => void remove()}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
