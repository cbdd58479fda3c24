import { Alert, Anchor, Button, Code, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { openMailLink } from "../../api/sign-in.ts";
import { sessionQuery, signIn } from "../../app/session.ts";
import { CredentialsForm } from "../../parts/credentials-form.tsx";
import { Logo } from "../../parts/logo.tsx";
import { WaysIn } from "../../parts/ways-in.tsx";
import { failedWords } from "./failed-words.ts";
import classes from "./sign-in.module.css";

const route = getRouteApi("/sign-in");

/** The one screen without a session. A link that signs in carries its token after the `#`, which no server log sees. */
export function SignIn() {
  const { to, failed, way } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const token = useRef(window.location.hash.slice(1));
  const started = useRef(false);
  const [failure, setFailure] = useState(failedWords(failed));
  const [byLink, setByLink] = useState(token.current !== "");
  // Programs open the links of mails to look at them: only a person presses a button.
  const [isAsked, setAsked] = useState(way === "mail");

  useEffect(() => {
    if (token.current === "" || started.current) return;
    started.current = true;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    if (way !== "mail") void open(signIn({ token: token.current }).then(() => enter()));
  });

  async function open(opened: Promise<void>) {
    setAsked(false);
    try {
      await opened;
    } catch (error) {
      setFailure(asProblem(error).message);
      setByLink(false);
    }
  }

  /** The service says where to: it holds the address to the console. */
  async function go(address: string) {
    queries.removeQueries({ queryKey: sessionQuery.queryKey });
    router.history.push(address);
  }

  async function enter() {
    queries.removeQueries({ queryKey: sessionQuery.queryKey });
    if (isOurs(to)) router.history.push(`${router.basepath}${to}`);
    else await router.navigate({ to: "/" });
  }

  return (
    <main className={classes.page}>
      <Stack w="100%" maw={380} gap="lg">
        <Logo />
        <Paper p="lg" withBorder radius="lg">
          <Title order={1} mb={4}>
            Sign in
          </Title>
          {byLink && isAsked ? (
            <Stack gap="sm">
              <Text size="sm" className="quiet">
                You have opened the link of a mail. It works once.
              </Text>
              <Button onClick={() => void open(openMailLink(token.current).then(go))}>Sign in now</Button>
            </Stack>
          ) : byLink ? (
            <Text size="sm" className="quiet" role="status">
              <Loader size="xs" mr="xs" /> Signing you in …
            </Text>
          ) : (
            <>
              {failure && (
                <Alert color="red" variant="light" mb="md" role="alert">
                  {failure}
                </Alert>
              )}
              <WaysIn to={`/console${isOurs(to) ? to : "/"}`} fresh={false} onDone={(address) => void go(address)} />
              <CredentialsForm onDone={() => void enter()} />
            </>
          )}
        </Paper>
        <Text size="xs" className="quiet">
          No key at hand? Where the service runs, <Code>npm run keys -- sign-in</Code> prints a link that signs you in
          once. Programs use the{" "}
          <Anchor href="/docs/" size="xs">
            API
          </Anchor>{" "}
          with the same keys.
        </Text>
      </Stack>
    </main>
  );
}

/** The content of the link may come from anybody. */
const isOurs = (to: string | undefined): to is string => to?.startsWith("/") === true && !to.startsWith("//");
