import { Button, Collapse, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { api } from "../../api/client.ts";
import type { RunDelivery } from "../../api/deliveries.ts";
import { useMay } from "../../app/rights.ts";
import { counted } from "../../parts/counted.ts";
import { TextLink } from "../../parts/link.tsx";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { deliveryStatus, StatusBadge } from "../../parts/status-badge.tsx";
import { When } from "../../parts/when.tsx";
import { deliveryKind } from "../deliveries/delivery-kinds.ts";
import classes from "./run.module.css";

/** One delivery of a run: to whom, every try with the head of its answer, and one more try. */
export function RunDeliveryPanel({ delivery }: { delivery: RunDelivery }) {
  const { id, type, name, status, attempts, next_try_at, preview } = delivery;
  const [opened, { toggle }] = useDisclosure(status === "dead" || status === "partial" || status === "pending");
  const mayRetry = useMay()("run:write");
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.POST("/api/deliveries/{attempt}/retry", { params: { path: { attempt: id } } }),
    async onSuccess() {
      notifyDone("Retrying …");
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["runs"] }),
        queries.invalidateQueries({ queryKey: ["deliveries"] }),
      ]);
    },
    onError: (error) => notifyFailed("Could not retry", error),
  });
  const title = name || (type === "alert" ? "Alert" : deliveryKind(type)?.label) || type;
  const last = attempts.at(-1);

  return (
    <div className={classes.delivery}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <StatusBadge status={deliveryStatus(delivery)} />
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" className="quiet">
            {targetOf(delivery)}
          </Text>
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" variant="subtle" color="gray" onClick={toggle} aria-expanded={opened}>
            {opened ? "Hide details" : `${counted(attempts.length, "attempt")}, details`}
          </Button>
          {mayRetry && status !== "sending" && status !== "done" && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<RotateCw size={13} />}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              Retry now
            </Button>
          )}
        </Group>
      </Group>
      {deliveryStatus(delivery) === "kept" && (
        <Text size="sm" mt={6}>
          This service has no mail server, so the mail did not leave it.{" "}
          <TextLink to="/account" search={{ part: "mailbox" }} underline="always">
            Open the local mailbox
          </TextLink>
        </Text>
      )}
      {last && !last.ok && status !== "done" && (
        <Text size="sm" mt={6} lineClamp={opened ? undefined : 2}>
          {last.response.split("\n")[0]}
          {next_try_at && (
            <span className="quiet">
              {" "}
              Next attempt <When at={next_try_at} />.
            </span>
          )}
        </Text>
      )}
      <Collapse expanded={opened}>
        <ol className={classes.attempts}>
          {attempts.map(({ id: attempt, number, ok, response, started_at }) => (
            <li key={attempt}>
              <Group gap="xs" mb={4}>
                <Text size="sm" fw={600}>
                  Attempt {number}
                </Text>
                <Text size="sm" className="quiet">
                  <When at={started_at} />, {ok ? "succeeded" : "failed"}
                </Text>
              </Group>
              <pre className={classes.answer}>{response || "No response."}</pre>
            </li>
          ))}
        </ol>
        {Object.keys(preview).length > 0 && (
          <details>
            <summary>What was sent</summary>
            <pre className={classes.answer}>{JSON.stringify(preview, null, 2)}</pre>
          </details>
        )}
      </Collapse>
    </div>
  );
}

/** To whom or where a delivery went, as far as its record says. */
export function targetOf({ preview }: Pick<RunDelivery, "preview">): string {
  const target = preview.to ?? preview.url ?? preview.target ?? preview.bucket ?? preview.route_id;

  return typeof target === "string" ? target : "";
}
