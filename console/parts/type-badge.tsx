import { Box } from "@mantine/core";
import classes from "./type-badge.module.css";

const NAMES: Readonly<Record<string, string>> = { html: "HTML", pdf: "PDF", docx: "Word", xlsx: "Excel", pptx: "PPT" };

/** Which kind of template a document is. */
export function TypeBadge({ type }: { type: string }) {
  return (
    <Box component="span" className={classes.badge} data-type={type}>
      {NAMES[type] ?? type}
    </Box>
  );
}
