import { Fieldset, Group, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { IdentitySelect } from "../../parts/identity-select.tsx";
import { Select } from "../../parts/select.tsx";
import { SignatureImage } from "./signature-image.tsx";
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
            <MergeInput
              label="Reason"
              description="May contain fields."
              placeholder="Invoice {$Number}"
              {...form.getInputProps("signature.reason")}
            />
            <MergeInput
              label="Location"
              description="Where it is signed. May contain fields."
              placeholder="Vienna"
              {...form.getInputProps("signature.location")}
            />
            <MergeInput
              label="Contact"
              description="How to reach the signer. May contain fields."
              placeholder="sales@example.com"
              {...form.getInputProps("signature.contact")}
            />
            <TextInput
              label="Signature field"
              description="An unsigned field of the PDF, or a name for a new one. Leave empty for a new one."
              {...form.getInputProps("signature.field")}
            />
            <Switch
              label="Visible on a page"
              description="Existing signature fields keep their position."
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
            <MergeInput
              label="Text of the visible signature"
              lines="several"
              description="May contain fields. Default: name, date and reason."
              minRows={1}
              maxRows={6}
              {...form.getInputProps("signature.text")}
            />
            <SignatureImage {...form.getInputProps("signature.picture")} value={picture} />
            <Select
              label="Permitted changes"
              description="Certifies the PDF with the changes that its author permits."
              data={[
                { value: "", label: "Not certified" },
                { value: "no_changes", label: "No changes" },
                { value: "forms", label: "Filling and signing fields" },
                { value: "annotations", label: "Filling, signing and comments" },
              ]}
              allowDeselect={false}
              {...form.getInputProps("signature.certify")}
            />
            <TextInput
              label="Timestamp server"
              description="URL of a timestamping authority (RFC 3161). Leave empty for no timestamp."
              type="url"
              {...form.getInputProps("signature.timestamp_url")}
            />
            <Select
              label="Level"
              description="Long-term levels require timestamps."
              data={[
                { value: "", label: "Automatic: B-T with timestamps, otherwise B-B" },
                { value: "b-b", label: "B-B: signature only" },
                { value: "b-t", label: "B-T: with a timestamp" },
                { value: "b-lt", label: "B-LT: with revocation data, for long-term validation" },
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
