import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Empty } from "./empty.tsx";

/** An address at which the console has nothing. */
export function ScreenMissing() {
  return (
    <Empty
      icon={<Compass size={28} />}
      title="Page not found"
      text="It may have been deleted, or the link is incomplete."
    >
      <Button component={Link} to="/" variant="default">
        Go to Home
      </Button>
    </Empty>
  );
}
