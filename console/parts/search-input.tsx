import { CloseButton, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** A search that waits for a pause in typing before it asks. */
export function SearchInput({
  value,
  onSearch,
  label,
  ...rest
}: { value: string | undefined; onSearch: (value: string | undefined) => void; label: string } & Omit<
  TextInputProps,
  "value" | "label"
>) {
  const [typed, setTyped] = useState(value ?? "");
  const search = useDebouncedCallback((text: string) => onSearch(text.trim() || undefined), PAUSE_MS);

  useEffect(() => setTyped((now) => (now.trim() === (value ?? "") ? now : (value ?? ""))), [value]);

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<Search size={15} />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setTyped("");
              onSearch(undefined);
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
      {...rest}
    />
  );
}
