import { ActionIcon, CopyButton, Group, Tooltip } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import classes from "./copyable.module.css";

/** A text that is there to be copied. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.copyable}>
      <code className={classes.text}>{text}</code>
      <CopyButton value={text} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : "Copy"}>
            <ActionIcon
              variant="subtle"
              color={copied ? "teal" : "gray"}
              aria-label={copied ? `${label}: copied` : `Copy: ${label}`}
              onClick={copy}
            >
              {copied ? <Check size={15} /> : <Copy size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
