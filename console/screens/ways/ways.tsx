import { Stack, Title } from "@mantine/core";
import { useMay } from "../../app/rights.ts";
import { Applications } from "./applications.tsx";
import { DirectoryPart } from "./directory-part.tsx";
import { Issuers } from "./issuers.tsx";
import { Passkeys } from "./passkeys.tsx";

/** How the person, and the workspace's people, sign in. */
export function Ways() {
  const mayRead = useMay()("people:read");

  return (
    <Stack gap="xl">
      <section aria-labelledby="own-passkeys">
        <Title order={2} size="h4" mb="xs" id="own-passkeys">
          Your passkeys
        </Title>
        <Passkeys />
      </section>
      <section aria-labelledby="own-applications">
        <Title order={2} size="h4" mb="xs" id="own-applications">
          Applications that act for you
        </Title>
        <Applications />
      </section>
      {mayRead && (
        <section aria-labelledby="company-account">
          <Title order={2} size="h4" mb="xs" id="company-account">
            Your company's account
          </Title>
          <Issuers />
        </section>
      )}
      {mayRead && (
        <section aria-labelledby="company-directory">
          <Title order={2} size="h4" mb="xs" id="company-directory">
            Your company's directory
          </Title>
          <DirectoryPart />
        </section>
      )}
    </Stack>
  );
}
