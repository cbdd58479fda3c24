import { Checkbox, List, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { accessQuery, invitationsQuery, type Person, peopleQuery } from "../../api/people.ts";
import { Busy } from "../../parts/busy.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { Select } from "../../parts/select.tsx";

/** Takes somebody out, and decides about their keys and the addresses they know in the same step. */
export function LetGo({ person, people, onClose }: { person: Person; people: Person[]; onClose: () => void }) {
  const { data: access, error } = useQuery(accessQuery(person.id));
  const others = people.filter(({ id }) => id !== person.id);
  const [isHandedOver, setHandedOver] = useState(false);
  const [heir, setHeir] = useState(others.find(({ current }) => Number(current) === 1)?.id ?? others[0]?.id ?? "");
  const [renews, setRenews] = useState(false);
  if (error) return <Failed error={error} />;
  if (!access) return <Busy />;
  const addresses = access.documents + access.routes;
  const addressWords = addresses === 1 ? "the merge address" : `${addresses.toLocaleString("en")} merge addresses`;
  const query = { ...(isHandedOver ? { keys_to: heir } : {}), ...(renews ? { renew: 1 as const } : {}) };

  return (
    <Confirmation
      action={`Let ${person.name} go`}
      send={() => api.DELETE("/api/people/{person}", { params: { path: { person: person.id }, query } })}
      done={`${person.name} is no member any more.`}
      changes={[peopleQuery.queryKey, invitationsQuery.queryKey, ["keys"], ["sessions"]]}
      onClose={onClose}
    >
      <Text size="sm">
        {person.name} is signed out ({counted(access.sessions, "browser")}), cannot sign in any more, and invitations
        that they sent are withdrawn.
      </Text>
      {access.keys.length > 0 && (
        <Radio.Group
          label={`${person.name} made ${counted(access.keys.length, "API key")} that programs may use`}
          value={isHandedOver ? "over" : "revoke"}
          onChange={(value) => setHandedOver(value === "over")}
        >
          <List size="sm" className="quiet" my={6}>
            {access.keys.map(({ id, name }) => (
              <List.Item key={id}>{name || id}</List.Item>
            ))}
          </List>
          <Stack gap={6}>
            <Radio value="revoke" label="Revoke them: programs that use them are refused at once" />
            <Radio
              value="over"
              label="Hand them over: programs go on. Whoever knows a secret still can use it"
              disabled={others.length === 0}
            />
          </Stack>
        </Radio.Group>
      )}
      {isHandedOver && (
        <Select
          label="They belong from now on to"
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={heir}
          allowDeselect={false}
          onChange={(chosen) => chosen && setHeir(chosen)}
        />
      )}
      {addresses > 0 && (
        <Checkbox
          label={`Renew ${addressWords} that ${person.name} could see`}
          description="Whoever knows a merge address can merge. Programs and forms that use the old ones need the new ones."
          checked={renews}
          onChange={({ currentTarget }) => setRenews(currentTarget.checked)}
        />
      )}
    </Confirmation>
  );
}
