import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import type { Field } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import classes from "./field-list.module.css";

/** The fields that the saved document needs, and where each is used. */
export function FieldList({
  fields,
  documentId,
  hint = "Write {$Name} where the name should go, and save.",
}: {
  fields: UseQueryResult<Field[]>;
  documentId: string;
  /** How fields come into the template. */
  hint?: string;
}) {
  if (fields.isPending) return <Busy />;
  if (fields.error) return <Failed error={fields.error} onRetry={() => void fields.refetch()} />;
  if (fields.data.length === 0) return <Empty icon={<Braces size={26} />} title="No fields yet" text={hint} />;

  return (
    <div className={classes.fields}>
      {fields.data.map((field) => (
        <OneField key={field.key || field.name} field={field} documentId={documentId} depth={0} />
      ))}
    </div>
  );
}

const PLACES: Readonly<Record<string, string>> = {
  template: "template",
  output_name: "file name",
  delivery: "delivery",
  rule: "data route",
  header: "header",
  footer: "footer",
};

function OneField({ field, documentId, depth }: { field: Field; documentId: string; depth: number }) {
  const places = [...new Set((field.used_in ?? []).map((use) => use.in))];

  return (
    <>
      <div className={classes.field} style={{ paddingInlineStart: 16 + depth * 18 }}>
        <Group gap="xs" wrap="nowrap">
          <Code>{depth === 0 ? `$${field.name}` : `.${field.name}`}</Code>
          <Text size="xs" className="quiet">
            {field.type}
            {field.options ? `: ${field.options.join(", ")}` : ""}
          </Text>
          {field.required && (
            <Badge size="xs" variant="default" tt="none">
              required
            </Badge>
          )}
        </Group>
        <Stack gap={2} align="flex-end">
          {places
            .filter((place) => place !== "template")
            .map((place) =>
              place === "delivery" ? (
                <TextLink key={place} to="/documents/$id/deliveries" params={{ id: documentId }} size="xs">
                  used in a delivery
                </TextLink>
              ) : (
                <Text key={place} size="xs" className="quiet">
                  used in the {PLACES[place] ?? place}
                </Text>
              ),
            )}
          {field.occurrences?.[0] && (
            <Text size="xs" className="quiet" truncate maw={260} title={field.occurrences[0].part}>
              {field.occurrences[0].text}
            </Text>
          )}
        </Stack>
      </div>
      {field.fields?.map((member) => (
        <OneField key={member.name} field={member} documentId={documentId} depth={depth + 1} />
      ))}
    </>
  );
}
