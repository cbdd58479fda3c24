import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type QueryOf } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
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

/** Whether a name holds what is typed, much as the service compares them. */
function holds(name: string, typed: string): boolean {
  const fold = (text: string) => text.normalize("NFKC").toLowerCase();
  return fold(name).includes(fold(typed));
}

function SearchSelect({
  kind,
  templates,
  value = null,
  onChange,
  nothingFoundMessage,
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
  const isBehind = search !== wanted || found.isPlaceholderData;
  const options = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  if (value && !options.some((option) => option.value === value)) options.unshift({ value, label: name });

  let nothing = nothingFoundMessage;
  if (found.isPending || isBehind) nothing = "Searching…";
  else if (found.isError) nothing = asProblem(found.error).message;

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
      // The service searches by its own rules. Until it has, the names that do not hold what is typed are left out: they would go
      // away under the pointer, and a click would meet whatever is behind them.
      filter={({ options: all }) => (isBehind ? all.filter((one) => "label" in one && holds(one.label, wanted)) : all)}
      nothingFoundMessage={nothing}
      onDropdownOpen={() => setOpen(true)}
    />
  );
}
