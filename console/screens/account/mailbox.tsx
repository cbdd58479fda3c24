import { Accordion, Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { When } from "../../parts/when.tsx";
import classes from "./mailbox.module.css";

/** Mails of a service on one's own machine, which are shown instead of being sent. */
export function Mailbox() {
  const mails = useQuery({
    queryKey: ["mailbox"],
    queryFn: () => dataOf(api.GET("/api/mailbox")),
    retry: false,
    refetchInterval: 10_000,
  });
  if (mails.isPending) return <Busy />;
  if (mails.error && asProblem(mails.error).status === 404)
    return (
      <Empty
        icon={<Inbox size={26} />}
        title="Mail is sent for real here"
        text="When the service runs on your own machine, mail is kept here instead of being sent."
      />
    );
  if (mails.error)
    return <Failed error={mails.error} onRetry={() => void mails.refetch()} title="The mails could not be loaded" />;
  if (mails.data.length === 0)
    return (
      <Empty
        icon={<Inbox size={26} />}
        title="No mail yet"
        text="Mail from this service is kept here instead of being sent."
      />
    );

  return (
    <Accordion variant="separated" order={2}>
      {mails.data.map((mail) => (
        <Accordion.Item key={mail.id} value={mail.id}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <div className={classes.line}>
                <Text size="sm" fw={600} truncate component="span" display="block">
                  {mail.subject || "(no subject)"}
                </Text>
                <Text size="xs" className="quiet" truncate component="span" display="block">
                  to {mail.to}
                </Text>
              </div>
              <Text size="xs" className="quiet" component="span">
                <When at={mail.at} isWithin />
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Group gap="md" mb="sm">
              {mail.from && <Text size="sm">From {mail.from}</Text>}
              {mail.run_id && (
                <TextLink to="/runs/$id" params={{ id: mail.run_id }}>
                  View run and files
                </TextLink>
              )}
            </Group>
            {mail.attachments.length > 0 && (
              <Group gap="xs" mb="sm">
                <Text size="sm">Attached:</Text>
                {mail.attachments.map(({ name, url }) =>
                  url ? (
                    <Anchor key={name} href={url} download={name} size="sm">
                      {name}
                    </Anchor>
                  ) : (
                    <Text key={name} size="sm">
                      {name}, no longer available
                    </Text>
                  ),
                )}
              </Group>
            )}
            {/* Without any permission: no scripts, no forms, no origin of ours. */}
            {mail.html ? (
              <iframe
                title={`Mail: ${mail.subject}`}
                className={classes.mail}
                sandbox=""
                src={`/api/mailbox/${encodeURIComponent(mail.id)}/html`}
                loading="lazy"
              />
            ) : (
              <pre className={classes.text}>{mail.text}</pre>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
