import { Alert, Button, Divider, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../api/problem.ts";
import {
  goToIssuer,
  issuersFor,
  mailLink,
  passkeyFailure,
  type SignInIssuer,
  signInByAccess,
  signInByPasskey,
  waysQuery,
} from "../api/sign-in.ts";

/** The ways to sign in that there are at this address, besides a key. */
export function WaysIn({ to, fresh, onDone }: { to: string; fresh: boolean; onDone: (to: string) => void }) {
  const { data: ways } = useQuery(waysQuery);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState("");
  if (!ways) return null;

  async function run(name: string, work: () => Promise<void>) {
    setBusy(name);
    setFailure("");
    try {
      await work();
    } catch (error) {
      setFailure(passkeyFailure(error) ?? asProblem(error).message);
    } finally {
      setBusy("");
    }
  }

  const hasPasskeys = Number(ways.passkey) === 1;
  const hasAccess = Number(ways.access) === 1;

  return (
    <Stack gap="sm" mb="md">
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {hasAccess && (
        <Button
          loading={busy === "access"}
          onClick={() => void run("access", async () => onDone(await signInByAccess(to)))}
        >
          Continue as Cloudflare Access knows you
        </Button>
      )}
      {ways.issuers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={busy === id}
          onClick={() => void run(id, () => goToIssuer(id, to, { fresh }))}
        >
          Continue with {name}
        </Button>
      ))}
      {hasPasskeys && (
        <Button
          variant="default"
          loading={busy === "passkey"}
          onClick={() => void run("passkey", async () => onDone(await signInByPasskey(to)))}
        >
          Use a passkey
        </Button>
      )}
      <AddressForm to={to} fresh={fresh} sendsMail={Number(ways.mail) === 1} onDone={onDone} />
      {!hasPasskeys && ways.passkey_reason && (
        <Text size="xs" className="quiet">
          {ways.passkey_reason}
        </Text>
      )}
      <Divider label="or with an API key" labelPosition="center" />
    </Stack>
  );
}

/** An address leads to its company's issuers, or to a link by mail. */
function AddressForm({
  to,
  fresh,
  sendsMail,
  onDone,
}: {
  to: string;
  fresh: boolean;
  sendsMail: boolean;
  onDone: (to: string) => void;
}) {
  const [email, setEmail] = useState("");
  const [issuers, setIssuers] = useState<SignInIssuer[]>([]);
  const [note, setNote] = useState("");
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setFailure("Enter your e-mail address, such as ada@example.com.");
    setBusy(true);
    setFailure("");
    try {
      const found = await issuersFor(email.trim());
      setIssuers(found);
      if (found.length > 0) return;
      if (!sendsMail) {
        setFailure(
          "No company account is set up for this address, and this service sends no mail. Sign in with an API key.",
        );
        return;
      }
      await mailLink(email.trim(), to);
      setNote(
        "Look into your mailbox. If we know this address, a link is on its way. Open it in this browser within 15 minutes.",
      );
    } catch (error) {
      setFailure(asProblem(error).message);
    } finally {
      setBusy(false);
    }
  }

  if (note)
    return (
      <Stack gap="sm">
        <Alert variant="light" role="status">
          {note}
        </Alert>
        <Button variant="default" onClick={() => onDone(to)}>
          I have opened the link
        </Button>
      </Stack>
    );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="email webauthn"
          value={email}
          error={failure}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setIssuers([]);
          }}
        />
        {issuers.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            onClick={() =>
              void goToIssuer(id, to, { email: email.trim(), fresh }).catch((error: unknown) =>
                setFailure(asProblem(error).message),
              )
            }
          >
            Continue with {name}
          </Button>
        ))}
        {issuers.length === 0 && (
          <Button type="submit" variant="default" loading={isBusy}>
            Continue by e-mail
          </Button>
        )}
      </Stack>
    </form>
  );
}
