import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { directoryQuery } from "../../api/ways.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Failed } from "../../parts/failed.tsx";
import { Select } from "../../parts/select.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";

type Role = "viewer" | "operator" | "editor" | "auditor";

const ROLES: { value: Role; label: string }[] = [
  { value: "viewer", label: "viewers" },
  { value: "operator", label: "operators" },
  { value: "editor", label: "editors" },
  { value: "auditor", label: "auditors" },
];

/** The connection with a directory by SCIM. */
export function DirectoryPart() {
  const queries = useQueryClient();
  const { data: directory, error } = useQuery(directoryQuery);
  const [role, setRole] = useState<Role>("viewer");
  const mayManage = useMay()("people:manage");
  const [token, setToken] = useState("");
  const [isLeaving, setLeaving] = useState(false);
  const connect = useSingleMutation({
    mutationFn: async () => setToken((await dataOf(api.POST("/api/directory", { body: { role } }))).token),
    onSuccess: () => queries.invalidateQueries({ queryKey: directoryQuery.queryKey }),
  });
  if (error) return <Failed error={error} />;
  if (!directory) return null;
  const isConnected = Number(directory.connected) === 1;

  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet" maw={520}>
        Entra, Okta and other directories say by SCIM who is in the workspace: whoever leaves the company is out here,
        too.
      </Text>
      {isConnected && (
        <Text size="sm">
          Connected; its people become {directory.role}s.{" "}
          {directory.last_used_at ? (
            <>
              It was last here <When at={directory.last_used_at} />.
            </>
          ) : (
            "It has not been here yet."
          )}
        </Text>
      )}
      <Copyable text={directory.address} label="address for the directory" />
      {token && (
        <>
          <Text size="sm">The token, which is shown this once:</Text>
          <Copyable text={token} label="token" />
        </>
      )}
      {connect.error && <Failed error={connect.error} />}
      {mayManage && (
        <Group align="end">
          <Select
            label="Its people become"
            data={ROLES}
            value={role}
            allowDeselect={false}
            onChange={(next) => setRole(ROLES.find(({ value }) => value === next)?.value ?? "viewer")}
          />
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
            {isConnected ? "Make a new token" : "Connect a directory"}
          </Button>
          {isConnected && (
            <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
              Disconnect
            </Button>
          )}
        </Group>
      )}
      <Modal opened={isLeaving} onClose={() => setLeaving(false)} title="Disconnect the directory?">
        {isLeaving && (
          <Confirmation
            action="Disconnect it"
            send={() => api.DELETE("/api/directory")}
            done="The directory is disconnected."
            changes={[directoryQuery.queryKey]}
            onClose={() => setLeaving(false)}
          >
            <Text size="sm">Its token stops working. Its people stay members.</Text>
          </Confirmation>
        )}
      </Modal>
    </Stack>
  );
}
