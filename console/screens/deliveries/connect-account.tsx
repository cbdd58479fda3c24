import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { consentsQuery, hearConsents } from "../../api/consents.ts";
import type { Delivery, DeliveryOwner } from "../../api/deliveries.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { Failed } from "../../parts/failed.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { consentWords } from "../consent/consent-words.ts";
import type { ConsentOfKind } from "./delivery-kinds.ts";

interface ConnectAccountProps {
  consent: ConsentOfKind;
  owner: DeliveryOwner;
  delivery: Delivery | undefined;
  /** What the form holds of an application of one's own. */
  clientId: string;
  clientSecret: string;
  /** Whether the form has what a page has given. */
  isGiven: boolean;
  onGiven: (given: string) => void;
  /** What has to be filled in first, by settings. */
  onMissing: (errors: Record<string, string>) => void;
}

/** Lets the service into an account by the platform's own page, in a window of its own. */
export function ConnectAccount({
  consent,
  owner,
  delivery,
  clientId,
  clientSecret,
  isGiven,
  onGiven,
  onMissing,
}: ConnectAccountProps) {
  const consents = useQuery(consentsQuery);
  const waiting = useRef("");
  const [failure, setFailure] = useState("");
  const [blocked, setBlocked] = useState("");
  const { platform } = consent;
  const hasOwn = consents.data?.platforms.some(
    ({ type, application }) => type === consent.type && Number(application) === 1,
  );

  useEffect(
    () =>
      hearConsents((answer) => {
        if (waiting.current === "" || answer.state !== waiting.current) return;
        waiting.current = "";
        setBlocked("");
        if (answer.failed === "") onGiven(answer.given);
        else setFailure(consentWords(answer, platform));
      }),
    [onGiven, platform],
  );

  const begin = useSingleMutation({
    async mutationFn() {
      setFailure("");
      setBlocked("");
      // A window that opens after an answer, and not by the click, would be blocked.
      const page = window.open("", "_blank");
      try {
        const kept = delivery && {
          [owner.kind === "documents" ? "document_id" : "route_id"]: owner.id,
          delivery_id: delivery.id,
        };
        const own = clientId === "" ? {} : { client_id: clientId, client_secret: clientSecret, ...kept };
        const { url, state } = await dataOf(api.POST("/api/consents", { body: { type: consent.type, ...own } }));
        waiting.current = state;
        if (page) page.location.replace(url);
        else setBlocked(url);
      } catch (error) {
        page?.close();
        throw error;
      }
    },
  });

  const connect = () => {
    const missing: Record<string, string> = {};
    if (clientId === "" && !hasOwn) missing[consent.id.name] = `Fill in "${consent.id.label}".`;
    if (clientId !== "" && clientSecret === "" && !delivery)
      missing[consent.secret.name] = `Fill in "${consent.secret.label}".`;
    onMissing(missing);
    if (Object.keys(missing).length === 0) begin.mutate();
  };

  return (
    <Stack gap="xs">
      {consents.data && !hasOwn && (
        <Stack gap={2}>
          <Text size="xs" className="quiet">
            Register your app with this redirect address:
          </Text>
          <Copyable text={consents.data.redirect_uri} label="Redirect address" />
        </Stack>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<ExternalLink size={16} />}
          loading={begin.isPending}
          disabled={!consents.data}
          onClick={connect}
        >
          {delivery || isGiven ? `Connect ${platform} again` : `Connect ${platform}`}
        </Button>
      </Group>
      {isGiven && (
        <Alert color="teal" variant="light" icon={<CircleCheck size={18} />} role="status">
          {platform} has given access. Save the delivery to use it.
        </Alert>
      )}
      {blocked !== "" && (
        <Alert color="yellow" variant="light" role="alert" title="The browser has blocked the window">
          <Anchor href={blocked} target="_blank" rel="noopener noreferrer" c="inherit" underline="always">
            Open {platform}'s page
          </Anchor>
        </Alert>
      )}
      {failure !== "" && (
        <Alert color="red" variant="light" role="alert" title="The account was not connected">
          {failure}
        </Alert>
      )}
      {consents.error && <Failed error={consents.error} onRetry={() => void consents.refetch()} />}
      {begin.error && <Failed error={begin.error} title="The account was not connected" />}
    </Stack>
  );
}
