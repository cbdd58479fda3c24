import {
  Alert,
  Badge,
  Button,
  FileInput,
  Group,
  List,
  Modal,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Signature } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { identitiesQuery, identityQuery } from "../../api/identities.ts";
import { asProblem } from "../../api/problem.ts";
import { formBody } from "../../api/upload.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone, notifyInUse } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";

/** Who signs for the workspace: keys go in, and never come out. */
export function Signers() {
  const identities = useQuery(identitiesQuery);
  const mayManage = useMay()("identity:manage");
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<Schemas["SigningIdentity"]>();

  return (
    <>
      <Group justify="space-between" mb="md" align="start">
        <Text size="sm" className="quiet" maw={520}>
          A certificate with its private key signs the PDFs of documents whose settings name it, and files under Tools.
          It is stored encrypted and never shown again.
        </Text>
        {mayManage && (
          <Button leftSection={<Plus size={16} />} onClick={() => setAdding(true)}>
            New identity
          </Button>
        )}
      </Group>
      <QueryTable
        label="identities"
        query={identities}
        minWidth={560}
        rowKey={({ id }) => id}
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Certificate", cell: ({ subject }) => subject },
          { title: "Issued by", cell: ({ issuer }) => issuer },
          {
            title: "Valid until",
            cell: ({ expired, valid_to }) =>
              expired === 1 ? <Badge color="red">expired</Badge> : <When at={valid_to} />,
          },
          {
            title: "Delete",
            isTitleHidden: true,
            align: "end",
            cell: (identity) =>
              mayManage && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => setDeleted(identity)}
                  aria-label={`Delete ${identity.name}`}
                >
                  Delete
                </Button>
              ),
          },
        ]}
        empty={
          <Empty
            icon={<Signature size={26} />}
            title="No signing identities yet"
            text="Upload a .p12, .pfx or PEM file from a certification authority, or your own."
          />
        }
      />
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="New signing identity">
        {isAdding && <NewIdentity onClose={() => setAdding(false)} />}
      </Modal>
      <Modal
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={`Delete "${deleted?.name ?? ""}"?`}
      >
        {deleted && (
          <Confirmation
            action="Delete the identity"
            send={async () =>
              notifyInUse(await dataOf(api.DELETE("/api/identities/{id}", { params: { path: { id: deleted.id } } })))
            }
            done="The identity is deleted."
            changes={[identitiesQuery.queryKey]}
            onClose={() => setDeleted(undefined)}
          >
            <Text size="sm">
              Nothing is signed by it from then on; what it has signed stays signed. It lies in the bin for 30 days.
            </Text>
            <UsedBy id={deleted.id} />
          </Confirmation>
        )}
      </Modal>
    </>
  );
}

/** Whose merges fail without it. */
function UsedBy({ id }: { id: string }) {
  const { data, error } = useQuery(identityQuery(id));
  if (error) return <Failed error={error} title="What uses it could not be read" />;
  if (!data || data.used_by.length === 0) return null;

  return (
    <Alert color="yellow" variant="light" title="It is in use" role="status">
      Merges of these fail from now on:
      <List size="sm" mt={4}>
        {[...new Set(data.used_by)].map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function NewIdentity({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const queries = useQueryClient();
  const create = useMutation({
    async mutationFn() {
      const form = new FormData();
      form.append("name", name);
      form.append("password", password);
      if (file) form.append("file", file, file.name);
      await api.POST("/api/identities", formBody(form));
    },
    async onSuccess() {
      onClose();
      notifyDone("The identity was added.");
      await queries.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    },
  });
  const isReady = name.trim() !== "" && file !== null;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) create.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Documents refer to it by this name."
          placeholder="Sales"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <FileInput label="Key and certificates" description=".p12, .pfx or PEM" value={file} onChange={setFile} />
        <PasswordInput
          label="Password of the file"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="off"
        />
        {create.error && (
          <Text size="sm" c="red" role="alert">
            {asProblem(create.error).message}
          </Text>
        )}
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!isReady}>
          Add identity
        </Button>
      </Group>
    </form>
  );
}
