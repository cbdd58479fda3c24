import { Button, CopyButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import classes from "./integrate.module.css";

/** A program to be copied. */
export function Snippet({ text }: { text: string }) {
  return (
    <div className={classes.snippet}>
      <CopyButton value={text} timeout={1_500}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            className={classes.copy}
            leftSection={copied ? <Check size={13} /> : <Copy size={13} />}
            onClick={copy}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
