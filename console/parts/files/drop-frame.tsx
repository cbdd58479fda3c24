import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Ban, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import classes from "./drop-frame.module.css";
import { useFileTaker } from "./file-drop.ts";

const REFUSAL = "This screen takes no files. Drop templates on Documents, and files to be changed on Tools.";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** The whole window takes what is dropped, or says that this screen takes nothing: nothing is swallowed. */
export function DropFrame() {
  const taker = useFileTaker();
  const current = useRef(taker);
  current.current = taker;
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // The browser would open the file in place of the console.
      event.preventDefault();
      event.stopPropagation();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (current.current) current.current.onFiles(files);
      else notifications.show({ color: "yellow", message: REFUSAL, autoClose: 8_000 });
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop, { capture: true });

    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop, { capture: true });
    };
  }, []);

  if (!isOver) return null;
  const Icon = taker ? Upload : Ban;

  return (
    <div className={classes.frame} data-refuses={taker === undefined}>
      <Icon size={36} aria-hidden />
      <Text fw={600}>{taker?.label ?? REFUSAL}</Text>
    </div>
  );
}
