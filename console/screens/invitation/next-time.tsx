import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { InvitationOffer } from "../../api/people.ts";
import { asProblem } from "../../api/problem.ts";
import { addPasskey, passkeyFailure, waysQuery } from "../../api/sign-in.ts";
import { LinkButton } from "../../parts/link.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";

/** How somebody who was just let in gets in the next time: the invitation's link works once. */
export function NextTime({ offer }: { offer: InvitationOffer }) {
  const { data: ways } = useQuery(waysQuery);
  const add = useSingleMutation({
    mutationFn: () =>
      addPasskey("First passkey").catch((error: unknown) => {
        throw new Error(passkeyFailure(error) ?? asProblem(error).message);
      }),
  });
  const isAdded = add.data !== undefined || add.isSuccess;

  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        You are in
      </Title>
      {ways && <Text size="sm">{nextTimeWords(ways, offer.email)}</Text>}
      {add.error && (
        <Alert color="red" variant="light" role="alert">
          {add.error.message}
        </Alert>
      )}
      {Number(ways?.passkey) === 1 && !isAdded && (
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
          Add a passkey on this device
        </Button>
      )}
      {isAdded && <Text size="sm">The passkey is added: it signs you in the next time.</Text>}
      <LinkButton to="/">Go to {offer.workspace}</LinkButton>
    </Stack>
  );
}

function nextTimeWords({ mail, passkey }: { mail: number; passkey: number }, email: string): string {
  if (Number(mail) === 1)
    return `Next time, enter ${email} where you sign in: a link comes by mail. A passkey, your fingerprint or the device's code, is quicker.`;
  if (Number(passkey) === 1)
    return "The link that you came by works once. Add a passkey, your fingerprint or the device's code, to sign in the next time.";
  return "The link that you came by works once. Next time, sign in with your company's account, or ask an owner for another invitation.";
}
