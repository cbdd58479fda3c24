import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Empty } from "./empty.tsx";

/** An address at which the console has nothing. */
export function ScreenMissing() {
  return (
    <Empty
      icon={<Compass size={28} />}
      title="There is nothing at this address"
      text="It may have been deleted, or the link is not complete."
    >
      <Button component={Link} to="/" variant="default">
        To the start
      </Button>
    </Empty>
  );
}
