import { Fieldset, Group, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IdentitySelect } from "../../parts/identity-select.tsx";
import { Select } from "../../parts/select.tsx";
import { SignaturePicture } from "./signature-picture.tsx";
import type { SignatureValues } from "./signature-values.ts";

const PLACE = [
  [
    ["page", "Page", "-1 is the last"],
    ["left", "Left", "points"],
    ["top", "Top", "points"],
  ],
  [
    ["width", "Width", "points"],
    ["height", "Height", "points"],
  ],
] as const;

/** Who signs the PDFs of a document or a data route, what the signature says and where it is visible. */
export function SignatureFields({
  form,
  description,
}: {
  form: Pick<UseFormReturnType<{ signature: SignatureValues }>, "getInputProps" | "values" | "errors">;
  /** What is signed. */
  description: string;
}) {
  const { identity, isVisible, picture } = form.values.signature;

  return (
    <Fieldset legend="Signature">
      <Stack gap="sm">
        <IdentitySelect
          label="Signed by"
          description={description}
          clearable
          {...form.getInputProps("signature.identity")}
          value={identity}
          error={form.errors["signature.identity"] ?? form.errors.signature}
        />
        {identity !== "" && (
          <>
            <TextInput
              label="Reason"
              description="Takes fields."
              placeholder="Invoice {$Number}"
              {...form.getInputProps("signature.reason")}
            />
            <TextInput
              label="Place"
              description="Where it is signed. Takes fields."
              placeholder="Vienna"
              {...form.getInputProps("signature.location")}
            />
            <TextInput
              label="Contact"
              description="How to reach the signer. Takes fields."
              placeholder="sales@example.com"
              {...form.getInputProps("signature.contact")}
            />
            <TextInput
              label="Signature field"
              description="An unsigned one in the PDF, or the name of a new one. Empty: a new one."
              {...form.getInputProps("signature.field")}
            />
            <Switch
              label="Visible on a page"
              description="An unsigned field in the PDF is shown where it is."
              {...form.getInputProps("signature.isVisible", { type: "checkbox" })}
            />
            {isVisible &&
              PLACE.map((row) => (
                <Group key={row[0][0]} grow align="flex-start" gap="xs">
                  {row.map(([name, label, unit]) => (
                    <TextInput
                      key={name}
                      label={label}
                      description={unit}
                      inputMode="decimal"
                      {...form.getInputProps(`signature.${name}`)}
                    />
                  ))}
                </Group>
              ))}
            <Textarea
              label="What a visible signature says"
              description="Takes fields. Empty: name, date and reason."
              autosize
              minRows={1}
              maxRows={6}
              {...form.getInputProps("signature.text")}
            />
            <SignaturePicture {...form.getInputProps("signature.picture")} value={picture} />
            <Select
              label="Changes afterwards"
              description="Which ones the signer allows, as the author of the PDF."
              data={[
                { value: "", label: "Nothing is said about them" },
                { value: "no_changes", label: "None" },
                { value: "forms", label: "Fields may be filled and signed" },
                { value: "annotations", label: "Comments, too" },
              ]}
              allowDeselect={false}
              {...form.getInputProps("signature.certify")}
            />
            <TextInput
              label="Timestamps from"
              description="Address of a timestamping authority (RFC 3161). Empty: no timestamp."
              type="url"
              {...form.getInputProps("signature.timestamp_url")}
            />
            <Select
              label="Level"
              description="Long-term signatures need timestamps."
              data={[
                { value: "", label: "B-T with timestamps, else B-B" },
                { value: "b-b", label: "B-B: the signature alone" },
                { value: "b-t", label: "B-T: with a timestamp" },
                { value: "b-lt", label: "B-LT: can be verified even when the authorities are gone" },
              ]}
              allowDeselect={false}
              {...form.getInputProps("signature.level")}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
