import { Alert, Paper, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { consentAnswer, reportConsent } from "../../api/consents.ts";
import { Logo } from "../../parts/logo.tsx";
import signIn from "../sign-in/sign-in.module.css";
import { consentWords } from "./consent-words.ts";

/** Where a platform's page ends, in a window of its own: the form hears of it, and the window closes. */
export function Consent() {
  useDocumentTitle("Connect an account - Docloom");
  const [answer] = useState(() => consentAnswer(window.location.hash));
  useEffect(() => {
    reportConsent(answer);
    // Browsers do not close a window that has been elsewhere in between; the page says that it can be.
    window.close();
  }, [answer]);

  return (
    <main className={signIn.page}>
      <Stack w="100%" maw={420} gap="lg">
        <Logo />
        <Paper p="lg" withBorder radius="lg">
          <Stack gap="sm">
            <Title order={1} size="h3">
              {answer.failed === "" ? "The account is connected" : "The account was not connected"}
            </Title>
            {answer.failed !== "" && (
              <Alert color="red" variant="light" role="alert">
                {consentWords(answer, "The platform")}
              </Alert>
            )}
            <Text size="sm">You can close this window. The delivery is open in the other one.</Text>
          </Stack>
        </Paper>
      </Stack>
    </main>
  );
}
