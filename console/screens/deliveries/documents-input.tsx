import { Pill, Stack } from "@mantine/core";
import { NameOf, useName } from "../../parts/name-of.tsx";
import { DocumentSelect } from "../../parts/search-select.tsx";

interface DocumentsInputProps {
  label: string;
  description: string | undefined;
  /** Ids, separated by commas, as the setting has them. */
  value?: string;
  onChange: (value: string) => void;
  error?: React.ReactNode;
}

const idsIn = (value: string): string[] => value.split(",").flatMap((id) => id.trim() || []);

/** Several documents, chosen one after the other. */
export function DocumentsInput({ label, description, value = "", onChange, error }: DocumentsInputProps) {
  const ids = idsIn(value);
  return (
    <Stack gap={6}>
      <DocumentSelect
        label={label}
        description={description}
        error={error}
        placeholder="Add a document"
        value={null}
        onChange={(id) => id && !ids.includes(id) && onChange([...ids, id].join(", "))}
      />
      {ids.length > 0 && (
        <Pill.Group>
          {ids.map((id) => (
            <ChosenDocument
              key={id}
              id={id}
              onRemove={() => onChange(ids.filter((other) => other !== id).join(", "))}
            />
          ))}
        </Pill.Group>
      )}
    </Stack>
  );
}

function ChosenDocument({ id, onRemove }: { id: string; onRemove: () => void }) {
  const name = useName({ document: id });
  return (
    <Pill
      withRemoveButton
      size="md"
      onRemove={onRemove}
      removeButtonProps={{ "aria-label": `Do not attach ${name}`, "aria-hidden": false, tabIndex: 0 }}
    >
      <NameOf document={id} />
    </Pill>
  );
}
