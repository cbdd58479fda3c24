import { Select as MantineSelect, type Primitive, type SelectProps } from "@mantine/core";
import { useNear } from "./use-near.ts";

/** A field whose value is chosen from a list. */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  const { isNear, handlers } = useNear(props);

  return <MantineSelect {...props} {...handlers} comboboxProps={{ keepMounted: isNear, ...props.comboboxProps }} />;
}
