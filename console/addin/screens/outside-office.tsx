import { Anchor } from "@mantine/core";
import { AppWindow } from "lucide-react";
import { Empty } from "../../parts/empty.tsx";

/** Somebody has opened the pane's address in a browser of their own, where there is no file to work on. */
export function OutsideOffice() {
  return (
    <main>
      <h1 className="visually-hidden">Docloom</h1>
      <Empty
        icon={<AppWindow size={26} />}
        title="This opens in Word, Excel or PowerPoint"
        text="Add the add-in there: its button on the first tab opens this page beside your file."
      >
        <Anchor href="/docs/guide/office-add-in" target="_blank" rel="noreferrer" size="sm">
          How to add it
        </Anchor>
      </Empty>
    </main>
  );
}
