import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from "@mantine/core";
import { useNear } from "./use-near.ts";

/** A text field with a list of what could be meant. */
export function Autocomplete(props: AutocompleteProps) {
  const { isNear, handlers } = useNear(props);

  return (
    <MantineAutocomplete {...props} {...handlers} comboboxProps={{ keepMounted: isNear, ...props.comboboxProps }} />
  );
}
