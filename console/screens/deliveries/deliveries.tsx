import { Button, Card, Group, SimpleGrid, Stack, Switch, Text, ThemeIcon } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Send } from "lucide-react";
import { api, type BodyOf } from "../../api/client.ts";
import { type Delivery, type DeliveryOwner, deliveriesQuery, deliveryOf } from "../../api/deliveries.ts";
import { Busy } from "../../parts/busy.tsx";
import column from "../../parts/column.module.css";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { Marked } from "../../parts/template/marked.tsx";
import { deleteWithUndo, usePendingDeletions } from "../../parts/undo.tsx";
import { useRefill } from "../../parts/use-refill.ts";
import classes from "./deliveries.module.css";
import { DeliveryForm } from "./delivery-form.tsx";
import { DELIVERY_KINDS, deliveryKind, targetSetting } from "./delivery-kinds.ts";

interface DeliverySearch {
  /** The one that is open. */
  delivery?: string;
  /** The kind of the one that is being added; "choose" while it is not chosen yet. */
  add?: string;
}

interface DeliveriesProps {
  owner: DeliveryOwner;
  search: DeliverySearch;
  navigate: (to: { search: DeliverySearch }) => Promise<void>;
}

/** The deliveries of a document or a data route: the list, or one of them with its form. */
export function Deliveries({ owner, search: { delivery, add }, navigate }: DeliveriesProps) {
  const onOpen = (search: DeliverySearch) => void navigate({ search });
  const list = useQuery(deliveriesQuery(owner));
  const [filled, refill] = useRefill(deliveriesQuery(owner).queryKey);
  const deleting = usePendingDeletions();
  if (list.isPending) return <Busy />;
  if (list.error)
    return <Failed error={list.error} onRetry={() => void list.refetch()} title="The deliveries could not be loaded" />;
  const opened = list.data.find(({ id }) => id === delivery);
  const kind = deliveryKind(opened?.type ?? add ?? "");

  if (kind && (opened || add))
    return (
      <div className={column.column}>
        <Back onClick={() => onOpen({})} />
        <DeliveryForm
          key={`${opened?.id ?? `new-${kind.type}`} ${filled}`}
          owner={owner}
          kind={kind}
          delivery={opened}
          onSaved={(id) => onOpen({ delivery: id })}
          onRefill={refill}
        />
      </div>
    );
  const shown = list.data.filter(({ id }) => !deleting.has(`delivery:${id}`));
  if (add === "choose" || shown.length === 0)
    return (
      <div className={column.column}>
        {shown.length > 0 && <Back onClick={() => onOpen({})} />}
        {shown.length === 0 && (
          <Empty
            icon={<Send size={26} />}
            title="No deliveries yet"
            text="Merged files can be downloaded. Add a delivery to send them somewhere automatically."
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="md">
          {DELIVERY_KINDS.map(({ type, label, text, icon: Icon }) => (
            <Card
              key={type}
              component="button"
              type="button"
              withBorder
              padding="md"
              className={classes.kind}
              onClick={() => onOpen({ add: type })}
            >
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={18} />
              </ThemeIcon>
              <Text fw={600} size="sm" mt="sm">
                {label}
              </Text>
              <Text size="xs" className="quiet">
                {text}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      </div>
    );

  return (
    <div className={column.column}>
      <Group justify="space-between" mb="md">
        <Text size="sm" className="quiet">
          Sent after each merge, and retried if it fails.
        </Text>
        <Button onClick={() => onOpen({ add: "choose" })}>Add delivery</Button>
      </Group>
      <Stack gap="xs">
        {shown.map((one) => (
          <OneDelivery key={one.id} owner={owner} delivery={one} onOpen={() => onOpen({ delivery: one.id })} />
        ))}
      </Stack>
    </div>
  );
}

function Back({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<ArrowLeft size={14} />}
      onClick={onClick}
      mb="sm"
    >
      All deliveries
    </Button>
  );
}

function OneDelivery({ owner, delivery, onOpen }: { owner: DeliveryOwner; delivery: Delivery; onOpen: () => void }) {
  const { id, type, name, active, warnings = [] } = delivery;
  const queries = useQueryClient();
  const kind = deliveryKind(type);
  const Icon = kind?.icon ?? Send;
  const { queryKey } = deliveriesQuery(owner);
  const [path, at] = deliveryOf(owner, id);
  const target = targetSetting(delivery);
  const title = name || kind?.label || type;

  const toggle = useMutation({
    mutationFn: (on: boolean) => api.PUT(path, { ...at, body: { active: on ? 1 : 0 } as BodyOf<typeof path, "put"> }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: (error) => notifyFailed("Could not change it", error),
  });
  const remove = () =>
    deleteWithUndo({
      key: `delivery:${id}`,
      message: `The delivery "${title}" is deleted.`,
      remove: () => api.DELETE(path, { ...at, keepalive: true }),
      onDone: () => void queries.invalidateQueries({ queryKey }),
    });

  return (
    <Card withBorder padding="sm" className={classes.row}>
      <ThemeIcon variant="light" size="lg" aria-hidden>
        <Icon size={18} />
      </ThemeIcon>
      <div className={classes.named}>
        <button type="button" className={classes.open} onClick={onOpen}>
          <Text fw={600} size="sm" truncate component="span" display="block">
            {title}
          </Text>
          <Text size="xs" className="quiet" truncate component="span" display="block">
            {target}
          </Text>
        </button>
        {warnings.map(({ part, message }) => (
          <Text key={`${part} ${message}`} size="xs">
            <Marked text={message} />
          </Text>
        ))}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Switch
          aria-label={`${title} is on`}
          checked={toggle.isPending ? toggle.variables : active === "1"}
          onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
        />
        <Button size="compact-sm" variant="subtle" color="red" onClick={remove} aria-label={`Delete ${title}`}>
          Delete
        </Button>
      </Group>
    </Card>
  );
}
