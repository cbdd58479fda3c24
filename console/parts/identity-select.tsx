import type { SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { identitiesQuery } from "../api/identities.ts";
import { Select } from "./select.tsx";

interface IdentitySelectProps extends Pick<SelectProps, "clearable" | "error" | "maw"> {
  label: string;
  description: string;
  /** An identity by name or id; empty for none. */
  value: string;
  /** @param name of the identity: it outlives a certificate, and is the same in another workspace */
  onChange: (name: string) => void;
}

/** One of those who sign for the workspace. */
export function IdentitySelect({ value, onChange, ...input }: IdentitySelectProps) {
  const { data } = useQuery(identitiesQuery);
  const known = data ?? [];
  const chosen = known.find(({ id, name }) => value === id || value === name);
  const options = known.map(({ name, expired }) => ({
    value: name,
    label: expired === 1 ? `${name} (expired)` : name,
    disabled: expired === 1,
  }));
  if (value !== "" && !chosen)
    options.push({ value, label: data ? `${value} (does not exist)` : value, disabled: true });

  return (
    <Select
      {...input}
      placeholder={data?.length === 0 ? "No identities yet" : "Choose"}
      data={options}
      value={chosen?.name ?? (value || null)}
      onChange={(name) => onChange(name ?? "")}
    />
  );
}
