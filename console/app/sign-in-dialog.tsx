import { Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { signedIn } from "../api/sign-in-gate.ts";
import { CredentialsForm } from "../parts/credentials-form.tsx";
import { sessionQuery } from "./session.ts";

/** Asks for the key when the session ended in the middle of something; what was typed stays behind it. */
export function SignInDialog() {
  const queries = useQueryClient();

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
      closeOnClickOutside={false}
      title="Your session has ended"
      centered
    >
      <Text size="sm" className="quiet" mb="md">
        Sign in again to continue where you left off. Nothing you typed is lost.
      </Text>
      <CredentialsForm onDone={goOn} />
    </Modal>
  );
}
