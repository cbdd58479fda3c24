import { Alert, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Select } from "../../parts/select.tsx";
import { type FillInValues, mailField, mailFields } from "./fill-in-values.ts";

/** The mail that follows: to which address, and what it says. */
export function MailFields({ form }: { form: UseFormReturnType<FillInValues> }) {
  const names = mailFields(form.values);
  if (names.length === 0)
    return (
      <Alert color="yellow">
        Nobody is asked for an address. Give a field above the kind “E-mail”: the mail goes there.
      </Alert>
    );

  return (
    <>
      <Select
        label="Mailed to the address in"
        data={names}
        allowDeselect={false}
        value={mailField(form.values) ?? null}
        onChange={(name) => name && form.setFieldValue("mail_to", name)}
      />
      <TextInput
        label="Subject of the mail"
        placeholder={form.values.title || "the title"}
        {...form.getInputProps("mail_subject")}
      />
      <Textarea
        label="What the mail says"
        description="The merged file is attached. Words only: nothing that was typed gets into them."
        placeholder="Here is the file made of what you filled in."
        autosize
        minRows={2}
        {...form.getInputProps("mail_text")}
      />
    </>
  );
}
