import { Center, Loader } from "@mantine/core";

/** A screen that is loading. */
export function Busy() {
  return (
    <Center mih={240} role="status" aria-label="Loading">
      <Loader size="sm" type="dots" />
    </Center>
  );
}
