import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { WifiOff } from "lucide-react";

/** Says that the browser is offline, as long as it is. */
export function ConnectionNotice() {
  const { online } = useNetwork();
  if (online) return null;

  return (
    <Alert color="yellow" radius={0} icon={<WifiOff size={18} />} role="status">
      There is no connection. You can go on typing: nothing is lost, and it can be saved when the connection is back.
    </Alert>
  );
}
