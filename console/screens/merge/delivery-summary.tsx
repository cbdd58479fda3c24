import { Alert, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Delivery, DeliveryOwner } from "../../api/deliveries.ts";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { deliveryKind, targetSetting } from "../deliveries/delivery-kinds.ts";
import { KeptHere } from "../deliveries/kept-here.tsx";
import classes from "./merge-now.module.css";
import { withValues } from "./with-values.ts";

interface DeliverySummaryProps {
  owner: DeliveryOwner;
  deliveries: UseQueryResult<Delivery[]>;
  isTest: boolean;
  /** What is filled in: plain fields of the target are shown with their values. */
  data: unknown;
}

/** What will be sent to whom when it is merged. */
export function DeliverySummary({ owner, deliveries, isTest, data }: DeliverySummaryProps) {
  if (deliveries.isPending) return null;
  if (deliveries.error)
    return (
      <Failed
        error={deliveries.error}
        onRetry={() => void deliveries.refetch()}
        title="The deliveries could not be loaded"
      />
    );
  const sent = deliveries.data.filter(
    ({ active, settings }) => active === "1" && (!isTest || isOn(settings.send_in_test)),
  );
  const { kind, id } = owner;

  return (
    <Alert
      variant="light"
      color="gray"
      title={sent.length > 0 ? "Will be sent" : "Nothing will be sent: the file appears here"}
    >
      {sent.length > 0 && (
        <ul className={classes.targets}>
          {sent.map((delivery) => (
            <li key={delivery.id}>{sentence(delivery, data)}</li>
          ))}
        </ul>
      )}
      {sent.some(({ type }) => type === "email") && <KeptHere />}
      {kind === "routes" && <Text size="sm">The documents of its rules are also delivered, each as configured.</Text>}
      <TextLink to={kind === "documents" ? "/documents/$id/deliveries" : "/routes/$id/deliveries"} params={{ id }}>
        {deliveries.data.length > 0 ? "Change the deliveries" : "Add delivery"}
      </TextLink>
    </Alert>
  );
}

const isOn = (value: unknown): boolean => value === 1 || value === true;

/** `E-mail "To the customer": ann@example.com` */
function sentence(delivery: Delivery, data: unknown): string {
  const { type, name } = delivery;
  const target = type === "route" ? "" : withValues(targetSetting(delivery), data);

  return `${deliveryKind(type)?.label ?? type}${name ? ` "${name}"` : ""}${target ? `: ${target}` : ""}`;
}
