import { Alert, Anchor, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { acceptInvitation, type InvitationOffer, offerQuery } from "../../api/people.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { waysQuery } from "../../api/sign-in.ts";
import { queryClient } from "../../app/query-client.ts";
import { sessionQuery, signOut } from "../../app/session.ts";
import { Busy } from "../../parts/busy.tsx";
import { LinkButton } from "../../parts/link.tsx";
import { Logo } from "../../parts/logo.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { ROLES, roleWord } from "../people/role-words.ts";
import signIn from "../sign-in/sign-in.module.css";
import { NextTime } from "./next-time.tsx";

/** What the link of an invitation opens. Its token stands after the `#`, which no server log sees. */
export function InvitationPage() {
  useDocumentTitle("Invitation - Docloom");
  const [token] = useState(() => window.location.hash.slice(1));
  const [isIn, setIn] = useState(false);
  const offer = useQuery(offerQuery(token));

  return (
    <main className={signIn.page}>
      <Stack w="100%" maw={420} gap="lg">
        <Logo />
        <Paper p="lg" withBorder radius="lg">
          {offer.isPending && <Busy />}
          {offer.error && <Refused error={offer.error} onRetry={() => void offer.refetch()} />}
          {offer.data && !isIn && <Offer offer={offer.data} token={token} onDone={() => setIn(true)} />}
          {offer.data && isIn && <NextTime offer={offer.data} />}
        </Paper>
      </Stack>
    </main>
  );
}

function Offer({ offer, token, onDone }: { offer: InvitationOffer; token: string; onDone: () => void }) {
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const accept = useSingleMutation({
    mutationFn: () => acceptInvitation(token, name.trim()),
    onSuccess() {
      // The link is used up: going back leads nowhere.
      window.history.replaceState(null, "", window.location.pathname);
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
      onDone();
    },
  });
  if (accept.error instanceof Problem && accept.error.status > 0) return <Refused error={accept.error} />;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") setMissing(true);
        else accept.mutate();
      }}
    >
      <Stack gap="md">
        <div>
          <Title order={1} size="h3">
            Welcome to {offer.workspace}
          </Title>
          <Text size="sm" className="quiet" mt={4}>
            The invitation is for {offer.email}.
          </Text>
        </div>
        <Text size="sm">
          You become {/^[aeio]/.test(offer.role) ? "an" : "a"} <b>{roleWord(offer.role).toLowerCase()}</b>:{" "}
          {ROLES.find(({ value }) => value === offer.role)?.may}
        </Text>
        {accept.error && (
          <Alert color="red" variant="light" role="alert">
            {asProblem(accept.error).message}
          </Alert>
        )}
        <TextInput
          label="Your name"
          description="As others here see it."
          autoComplete="name"
          value={name}
          error={isMissing && name.trim() === "" ? "Enter your name." : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={accept.isPending}>
          Accept the invitation
        </Button>
        <WithoutPasskeys token={token} />
      </Stack>
    </form>
  );
}

/**
 * Why there will be no passkey where the link was opened, and no mail either: said before the link is used up. On one's own
 * machine the same invitation opens under the name that has passkeys.
 */
function WithoutPasskeys({ token }: { token: string }) {
  const { data: ways } = useQuery(waysQuery);
  if (!ways?.passkey_reason || Number(ways.mail) === 1) return null;
  const { hostname, port, pathname } = window.location;

  return (
    <Text size="xs" className="quiet">
      {ways.passkey_reason}{" "}
      {hostname === "127.0.0.1" && (
        <Anchor size="xs" underline="always" href={`http://localhost:${port}${pathname}#${token}`}>
          Open the invitation there
        </Anchor>
      )}
    </Text>
  );
}

/** An old or used link, or somebody else's, in words and with what helps. */
function Refused({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { code, message } = asProblem(error);
  const leave = useSingleMutation({
    mutationFn: signOut,
    onSuccess() {
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
      window.location.reload();
    },
  });
  if (code === "invitation_for_another")
    return (
      <Stack gap="md">
        <Title order={1} size="h3">
          Somebody else is signed in here
        </Title>
        <Text size="sm">{message}</Text>
        {leave.error && (
          <Alert color="red" variant="light" role="alert">
            {asProblem(leave.error).message}
          </Alert>
        )}
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign out and accept
        </Button>
        <LinkButton to="/" variant="default">
          Stay signed in
        </LinkButton>
      </Stack>
    );
  if (code === "invitation_invalid")
    return (
      <Stack gap="md">
        <Title order={1} size="h3">
          This invitation is no longer good
        </Title>
        <Text size="sm">{message}</Text>
        <Text size="sm">If you have accepted it already, sign in.</Text>
        <LinkButton to="/sign-in" search={{}}>
          Sign in
        </LinkButton>
      </Stack>
    );

  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        The invitation could not be read
      </Title>
      <Text size="sm">{message}</Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  );
}
