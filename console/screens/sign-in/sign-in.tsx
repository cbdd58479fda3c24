import { Alert, Anchor, Code, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { sessionQuery, signIn } from "../../app/session.ts";
import { CredentialsForm } from "../../parts/credentials-form.tsx";
import { Logo } from "../../parts/logo.tsx";
import classes from "./sign-in.module.css";

const route = getRouteApi("/sign-in");

/** The one screen without a session. A link that signs in carries its token after the `#`, which no server log sees. */
export function SignIn() {
  const { to } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const token = useRef(window.location.hash.slice(1));
  const started = useRef(false);
  const [failure, setFailure] = useState("");
  const [byLink, setByLink] = useState(token.current !== "");

  useEffect(() => {
    if (token.current === "" || started.current) return;
    started.current = true;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    signIn({ token: token.current })
      .then(enter)
      .catch((error: unknown) => {
        setFailure(asProblem(error).message);
        setByLink(false);
      });
  });

  async function enter() {
    queries.removeQueries({ queryKey: sessionQuery.queryKey });
    // Only an address of ours: the content of the link may come from anybody.
    if (to?.startsWith("/") && !to.startsWith("//")) router.history.push(`${router.basepath}${to}`);
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
          {byLink ? (
            <Text size="sm" className="quiet" role="status">
              <Loader size="xs" mr="xs" /> Signing you in …
            </Text>
          ) : (
            <>
              <Text size="sm" className="quiet" mb="md">
                Use an API key of your workspace and its secret.
              </Text>
              {failure && (
                <Alert color="red" variant="light" mb="md" role="alert">
                  {failure}
                </Alert>
              )}
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
