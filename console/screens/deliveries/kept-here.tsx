import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { mailServerQuery } from "../../api/mail-server.ts";
import { TextLink } from "../../parts/link.tsx";

/** Says that mails do not leave the service, if they do not. */
export function KeptHere() {
  const server = useQuery(mailServerQuery);
  if (server.data?.way !== "kept_here") return null;

  return (
    <Alert color="yellow" variant="light" role="status" title="Mails are kept here, not sent">
      No mail server is set: mails go no further than{" "}
      <TextLink to="/account" search={{ part: "mailbox" }} c="inherit" underline="always">
        the local mailbox
      </TextLink>
      . To send them,{" "}
      <TextLink to="/account" search={{ part: "mail" }} c="inherit" underline="always">
        set a mail server
      </TextLink>
      .
    </Alert>
  );
}
