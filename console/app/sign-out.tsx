import { Container } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Busy } from "../parts/busy.tsx";
import { forgetKept } from "../parts/data-form/use-kept.ts";
import { Failed } from "../parts/failed.tsx";
import { signOut } from "./session.ts";

/** Takes the place of the screen, whose reading ends with it, and leads to the sign-in once the session has ended. */
export function SignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error } = useMutation({
    mutationFn: signOut,
    onSuccess() {
      queries.clear();
      forgetKept();
      void navigate({ to: "/sign-in", search: {}, replace: true });
    },
  });
  useEffect(() => mutate(), [mutate]);

  return error ? (
    <Container size="sm" py="xl">
      <Failed error={error} onRetry={mutate} title="You are still signed in" />
    </Container>
  ) : (
    <Busy />
  );
}
