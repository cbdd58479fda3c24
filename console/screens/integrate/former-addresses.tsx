import { Button, Group, Modal, Paper, Text, TextInput, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Failed } from "../../parts/failed.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import classes from "./integrate.module.css";

interface FormerAddressesProps {
  kind: "documents" | "routes";
  id: string;
}

/** Addresses of another service that lead here, too: programs that post there change their host only. */
export function FormerAddresses({ kind, id }: FormerAddressesProps) {
  const queries = useQueryClient();
  const key = [kind, id, "addresses"];
  const path = { id };
  const { data: addresses, error } = useQuery({
    queryKey: key,
    queryFn: () => dataOf(api.GET(`/api/${kind}/{id}/addresses`, { params: { path } })),
  });
  const [url, setUrl] = useState("");
  const [removed, setRemoved] = useState<Schemas["FormerAddress"]>();
  const add = useSingleMutation({
    mutationFn: () => dataOf(api.POST(`/api/${kind}/{id}/addresses`, { params: { path }, body: { url } })),
    async onSuccess() {
      setUrl("");
      await queries.invalidateQueries({ queryKey: key });
    },
  });

  return (
    <Paper withBorder p="lg" mt="md">
      <Title order={2} mb={4}>
        Former addresses
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        Merge addresses of the service you come from. Programs that post to them change the host only; id and key stay.
      </Text>
      {error && <Failed error={error} />}
      {addresses?.map((address) => (
        <Group key={address.id} gap="xs" align="stretch" mb="xs">
          <div className={classes.address}>
            <Copyable text={address.url} label="Former address" />
          </div>
          <Button
            variant="subtle"
            color="red"
            aria-label={`Remove the address ${address.url}`}
            onClick={() => setRemoved(address)}
          >
            Remove
          </Button>
        </Group>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Group gap="xs" align="end">
          <TextInput
            className={classes.address}
            label="Address at the other service"
            placeholder={`https://old.example.com/${kind === "documents" ? "merge" : "route"}/12345/abc123`}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending} disabled={url.trim() === ""}>
            Take over
          </Button>
        </Group>
        {add.error && <Failed error={add.error} />}
      </form>
      <Modal opened={removed !== undefined} onClose={() => setRemoved(undefined)} title="Remove the former address?">
        {removed && (
          <Confirmation
            action="Remove the address"
            send={() =>
              api.DELETE(`/api/${kind}/{id}/addresses/{address}`, { params: { path: { id, address: removed.id } } })
            }
            done="The address is removed."
            changes={[key]}
            onClose={() => setRemoved(undefined)}
          >
            <Text size="sm">Programs that still post to {removed.url} will get an error.</Text>
          </Confirmation>
        )}
      </Modal>
    </Paper>
  );
}
