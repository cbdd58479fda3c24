import { Button, Stack, Text, Title } from "@mantine/core";
import { Failed } from "../../parts/failed.tsx";
import { Logo } from "../../parts/logo.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import type { OfficeApi } from "../office/office-api.ts";
import type { Access } from "../session/access.ts";
import { askForCode, SignInGivenUp } from "../session/sign-in-dialog.ts";

/** Opens the window in which a person signs in, and lets the add-in act for them. */
export function SignIn({ office, access, program }: { office: OfficeApi; access: Access; program: string }) {
  const signIn = useSingleMutation({
    async mutationFn() {
      await access.begin(await askForCode(office.context.ui));
    },
  });
  const isFailure = signIn.error !== null && !(signIn.error instanceof SignInGivenUp);

  return (
    <Stack gap="md" p="lg" pt={48} align="center" ta="center">
      <Logo />
      <Title order={1} size="h3">
        Templates, beside your file
      </Title>
      <Text size="sm" className="quiet">
        Insert fields into what is open in {program}, check it, see the PDF that a merge makes of it, and publish it.
      </Text>
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in
      </Button>
      <Text size="xs" className="quiet">
        A window asks whether this pane may act for you at {window.location.host}.
      </Text>
      {isFailure && <Failed error={signIn.error} title="You are not signed in" />}
    </Stack>
  );
}
