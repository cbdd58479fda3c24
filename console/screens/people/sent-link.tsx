import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { SentInvitation } from "../../api/people.ts";
import { Copyable } from "../../parts/copyable.tsx";

/** What became of an invitation's link. */
export function SentLink({
  sent,
  onClose,
  onAnother,
}: {
  sent: SentInvitation;
  onClose: () => void;
  onAnother?: () => void;
}) {
  return (
    <Stack>
      <Outcome sent={sent} />
      <Group justify="flex-end" gap="xs">
        {onAnother && (
          <Button variant="default" onClick={onAnother}>
            Invite somebody else
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function Outcome({ sent: { email, link, mail_problem } }: { sent: SentInvitation }) {
  if (mail_problem)
    return (
      <Alert color="yellow" variant="light" title="The mail did not leave" role="alert">
        {mail_problem}. Look at the mail server under Account, Mail, and send the invitation again.
      </Alert>
    );
  if (link)
    return (
      <>
        <Text size="sm">
          No mail leaves this service. Give this link to {email} yourself: whoever opens it within seven days becomes
          that person. It is shown this once.
        </Text>
        <Copyable text={link} label="Link of the invitation" />
      </>
    );

  return <Text size="sm">The mail to {email} is on its way. The link in it works for seven days, once.</Text>;
}
