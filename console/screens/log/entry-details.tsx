import { Code, Stack, Table, Text } from "@mantine/core";
import type { AuditEntry } from "../../api/audit.ts";
import { TextLink } from "../../parts/link.tsx";
import { When } from "../../parts/when.tsx";
import { actorWords, changesOf, deedWords, placeOf, viaWords } from "./entry-words.ts";

/** One entry of the log with all that it says. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, at, resource, network, request_id, request_id_from_client, seq, hash } = entry;
  const changes = changesOf(entry);
  const place = placeOf(resource);

  return (
    <Stack gap="sm">
      <Text size="sm">
        {actorWords(actor)} {deedWords(entry)} {resource.name && <b>{resource.name}</b>}{" "}
        <span className="quiet">{viaWords(actor)}</span>, <When at={at} />.
      </Text>
      {changes.length > 0 && (
        <Table aria-label="Values that changed" withRowBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Value</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ name, before, after }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {before ?? <span className="quiet">none</span>}
                </Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{after ?? <span className="quiet">none</span>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="xs" className="quiet">
        {network ? `From the network ${network}. ` : ""}
        Request <Code>{request_id}</Code>
        {request_id_from_client ? ", an id that the caller has chosen" : ""}. Entry {seq},{" "}
        <Code>{hash.slice(0, 16)} …</Code>
      </Text>
      {place && <PlaceOf {...place} />}
    </Stack>
  );
}

function PlaceOf({ to, id }: NonNullable<ReturnType<typeof placeOf>>) {
  if (to === "runs")
    return (
      <TextLink to="/runs/$id" params={{ id }}>
        Show the run
      </TextLink>
    );
  return to === "documents" ? (
    <TextLink to="/documents/$id" params={{ id }}>
      Show the document
    </TextLink>
  ) : (
    <TextLink to="/routes/$id" params={{ id }}>
      Show the data route
    </TextLink>
  );
}
