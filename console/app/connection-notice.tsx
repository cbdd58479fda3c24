import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { WifiOff } from "lucide-react";

/** Says that the browser is offline, as long as it is. */
export function ConnectionNotice() {
  const { online } = useNetwork();
  if (online) return null;

  return (
    <Alert color="yellow" radius={0} icon={<WifiOff size={18} />} role="status">
      You are offline. You can keep typing: nothing is lost, and you can save when the connection is back.
    </Alert>
  );
}
