import { Button, Group, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useMemo } from "react";
import { type RunDelivery, runDeliveryList } from "../../api/deliveries.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { DaysFilter } from "../../parts/days-filter.tsx";
import { Empty } from "../../parts/empty.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import { Page } from "../../parts/page.tsx";
import rowLink from "../../parts/row-link.module.css";
import { SearchInput } from "../../parts/search-input.tsx";
import { deliveryStatus, StatusBadge } from "../../parts/status-badge.tsx";
import { StatusFilter } from "../../parts/status-filter.tsx";
import { When } from "../../parts/when.tsx";
import { DELIVERY_KINDS } from "../deliveries/delivery-kinds.ts";
import { targetOf } from "../runs/run-delivery-panel.tsx";

const route = getRouteApi("/inside/deliveries");

const STATUSES = [
  { value: "partial", label: "Partially sent" },
  { value: "dead", label: "Failed" },
  { value: "pending", label: "Pending" },
  { value: "sending", label: "Sending" },
  { value: "done", label: "Done" },
  { value: "held", label: "Test: not sent" },
] as const;

const TYPES = DELIVERY_KINDS.map(({ type, label }) => ({ value: type, label }));

/** Why the last try failed, if there was one and none has worked since. */
function failureOf({ status, last_response }: RunDelivery): string | undefined {
  return (status === "dead" || status === "partial" || status === "pending") && last_response !== ""
    ? last_response.split("\n")[0]
    : undefined;
}

/**
 * Everything that was sent or should have been, whatever document it came from. Those of tests are separate: they alarm
 * nobody.
 */
export function RunDeliveries() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { document, ...filters } = search;
  const list = useInfiniteQuery(
    runDeliveryList({ ...filters, document_id: document, test: search.status === "held" ? "1" : "0" }),
  );
  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });

  const columns = useMemo<readonly Column<RunDelivery>[]>(
    () => [
      { title: "Status", width: "140px", cell: (delivery) => <StatusBadge status={deliveryStatus(delivery)} /> },
      {
        title: "To",
        width: "minmax(0, 2fr)",
        cell: (delivery) => (
          <>
            {delivery.run_id === "" ? (
              <Text size="sm">{targetOf(delivery) || delivery.name || delivery.type}</Text>
            ) : (
              <Link to="/runs/$id" params={{ id: delivery.run_id }} className={rowLink.link}>
                {targetOf(delivery) || delivery.name || delivery.type}
              </Link>
            )}
            <Text size="xs" className="quiet" truncate title={failureOf(delivery)}>
              {(delivery.document_id || delivery.route_id) && (
                <>
                  <NameOf document={delivery.document_id ?? ""} route={delivery.route_id ?? ""} />
                  {" · "}
                </>
              )}
              {[
                TYPES.find(({ value }) => value === delivery.type)?.label,
                // Without a target the name is above.
                targetOf(delivery) && delivery.name,
                failureOf(delivery) ?? String(delivery.preview.subject ?? ""),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </>
        ),
      },
      {
        title: "Attempts",
        width: "60px",
        from: 520,
        align: "end",
        cell: ({ tries }) => <span className="numbers">{tries}</span>,
      },
      {
        title: "When",
        width: "130px",
        from: 420,
        cell: ({ finished_at, next_try_at, created_at }) =>
          next_try_at ? <When at={next_try_at} /> : <When at={finished_at || created_at} never="" />,
      },
    ],
    [],
  );

  return (
    <Page title="Deliveries" text="What was sent, what will be retried, and what failed." wide>
      <Group mb="sm" gap="xs">
        <SearchInput
          label="Search by recipient or address"
          value={search.target}
          onSearch={(target) => setSearch({ target })}
          flex="1 1 220px"
        />
        <StatusFilter data={STATUSES} value={search.status} onChange={setSearch} w={150} />
        <FilterSelect
          label="Kind"
          placeholder="Any kind"
          data={TYPES}
          value={search.type}
          onChange={(type) => setSearch({ type })}
          w={140}
        />
        <DaysFilter since={search.since} until={search.until} onChange={setSearch} />
      </Group>
      <DataList
        label="Deliveries"
        columns={columns}
        query={list}
        rowKey={({ id }) => id}
        empty={
          <Empty
            icon={<Send size={26} />}
            title="No deliveries"
            text={
              Object.keys(search).length > 0
                ? "No delivery matches these filters."
                : "Add a delivery to a document, and everything it sends is listed here."
            }
          >
            {Object.keys(search).length > 0 && (
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                Show all deliveries
              </Button>
            )}
          </Empty>
        }
      />
    </Page>
  );
}
