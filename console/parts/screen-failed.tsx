import { Container } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failed } from "./failed.tsx";

/** A screen that could not be shown. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <Failed error={error} onRetry={reset} title="This screen could not be shown" />
    </Container>
  );
}
