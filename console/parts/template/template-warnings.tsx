import { Alert, Button, List, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { TemplateWarning } from "../../api/documents.ts";
import { counted } from "../counted.ts";
import { Marked } from "./marked.tsx";

/** What is most likely unintended in a template, as long as it is so: at its upload, when it is replaced, and later. */
export function TemplateWarnings({ warnings }: { warnings: readonly TemplateWarning[] }) {
  if (warnings.length === 0) return null;

  return (
    <Alert
      color="yellow"
      variant="light"
      radius={0}
      role="status"
      icon={<TriangleAlert size={18} />}
      title={`${counted(warnings.length, "hint")} about the template`}
    >
      <WarningList warnings={warnings} shown={4} />
    </Alert>
  );
}

/** The first of them; the others on request. */
export function WarningList({ warnings, shown }: { warnings: readonly TemplateWarning[]; shown: number }) {
  const [isOpen, setOpen] = useState(false);
  const listed = isOpen ? warnings : warnings.slice(0, shown);

  return (
    <>
      <List size="sm" spacing={6}>
        {listed.map(({ code, place, text, message, remedy, offset }) => (
          <List.Item key={`${code} ${place} ${offset ?? ""} ${text} ${message}`}>
            <Marked text={message} /> {remedy && <Marked text={remedy} />}
            {place && (
              <Text size="xs" className="quiet">
                Where: {place}
                {text && `, “${text}”`}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {warnings.length > listed.length && (
        <Button size="compact-xs" variant="subtle" mt={6} onClick={() => setOpen(true)}>
          Show {warnings.length - listed.length} more
        </Button>
      )}
    </>
  );
}
