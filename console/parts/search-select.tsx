import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type QueryOf } from "../api/client.ts";
import { useName } from "./name-of.tsx";
import { Select } from "./select.tsx";

/** Names that a menu shows; typing finds the others. */
const SHOWN = 50;
const PAUSE_MS = 150;

type DocumentType = NonNullable<QueryOf<"/api/documents">["type"]>;

type SearchSelectProps = Omit<ComponentProps<typeof Select<string>>, "data" | "value"> & {
  value?: string | null;
};

/** One of any number of documents: the service is asked for those whose name holds what is typed, of one type of template if one is named. */
export const DocumentSelect = (props: SearchSelectProps & { templates?: DocumentType }) => (
  <SearchSelect kind="documents" nothingFoundMessage="No document has this name" {...props} />
);

/** The same for data routes. */
export const RouteSelect = (props: SearchSelectProps) => (
  <SearchSelect kind="routes" nothingFoundMessage="No data route has this name" {...props} />
);

function SearchSelect({
  kind,
  templates,
  value = null,
  onChange,
  onDropdownOpen,
  ...props
}: SearchSelectProps & { kind: "documents" | "routes"; templates?: DocumentType }) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const name = useName(kind === "documents" ? { document: value ?? "" } : { route: value ?? "" });
  // The name of what is chosen stands in the field and is no search.
  const wanted = value && typed === name ? "" : typed.trim();
  const [search] = useDebouncedValue(wanted, PAUSE_MS);
  const found = useQuery({
    queryKey: [kind, "list", "menu", search, templates],
    queryFn: () =>
      dataOf(
        api.GET(`/api/${kind}`, {
          params: { query: { search, order: "name", limit: SHOWN, ...(templates ? { type: templates } : {}) } },
        }),
      ),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const options = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  if (value && !options.some((option) => option.value === value)) options.unshift({ value, label: name });

  return (
    <Select
      {...props}
      data={options}
      value={value}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        onChange?.(id, option);
        // What found one of several makes place for the next; of a single one the name comes with it.
        if (value === null) setTyped("");
      }}
      // The service has searched already, and by its own rules.
      filter={({ options: all }) => all}
      onDropdownOpen={() => setOpen(true)}
    />
  );
}
