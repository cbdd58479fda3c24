import { Alert, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { verifyAudit } from "../../api/audit.ts";
import { Busy } from "../../parts/busy.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Failed } from "../../parts/failed.tsx";

/** Follows the log from its beginning to its end, and says what was found. */
export function Proof() {
  const { data, error, refetch } = useQuery({ queryKey: ["audit", "proof"], queryFn: verifyAudit, gcTime: 0 });
  if (error) return <Failed error={error} onRetry={() => void refetch()} title="The log could not be checked" />;
  if (!data) return <Busy />;
  const { seq, hash } = data.head.statement;

  return (
    <Stack gap="sm">
      {data.intact ? (
        <Alert color="green" title="Nothing was changed, taken out or cut off.">
          {data.entries} entries were followed and compared with {data.heads_compared} signed ends that are kept outside
          of the database.
        </Alert>
      ) : (
        <Alert color="red" title="The log is not as it was written.">
          <List size="sm">
            {data.problems.map(({ code, message }) => (
              <List.Item key={`${code} ${message}`}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text size="sm">
        Keep this end elsewhere, or give it to an auditor: a log that was written anew does not fit to it.
      </Text>
      <Copyable text={`${seq}:${hash}`} label="End of the log" />
    </Stack>
  );
}
