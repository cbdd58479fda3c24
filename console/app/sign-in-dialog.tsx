import { Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { isFreshSignInNeeded, signedIn } from "../api/sign-in-gate.ts";
import { CredentialsForm } from "../parts/credentials-form.tsx";
import { WaysIn } from "../parts/ways-in.tsx";
import { sessionQuery } from "./session.ts";

/** Asks for the key when the session ended in the middle of something; what was typed stays behind it. */
export function SignInDialog() {
  const queries = useQueryClient();
  const fresh = isFreshSignInNeeded();

  function goOn() {
    signedIn();
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      title={fresh ? "Show that it is you" : "Your session has ended"}
      centered
    >
      <Text size="sm" className="quiet" mb="md">
        {fresh
          ? "This changes who can get in or where files go. Your last sign-in was more than ten minutes ago: sign in once more."
          : "Sign in again to continue where you left off. Nothing you typed is lost."}
      </Text>
      <WaysIn to={window.location.pathname + window.location.search} fresh={fresh} onDone={goOn} />
      <CredentialsForm onDone={goOn} />
    </Modal>
  );
}
