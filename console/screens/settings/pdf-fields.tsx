import { NumberInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { Select } from "../../parts/select.tsx";
import type { PdfValues } from "./pdf-values.ts";

/** What the PDF of a document or of a data route says about itself, and what it promises. */
export function PdfFields({
  form,
  whenUntitled,
  whenNotPdfa,
}: {
  form: Pick<UseFormReturnType<PdfValues>, "getInputProps">;
  /** What the title is when it is empty. */
  whenUntitled: string;
  /** What applies if no PDF/A is chosen. */
  whenNotPdfa: string;
}) {
  return (
    <>
      <MergeInput
        label="Title"
        description={`May contain fields. Default: ${whenUntitled}.`}
        {...form.getInputProps("title")}
      />
      <MergeInput label="Author" description="May contain fields." {...form.getInputProps("author")} />
      <NumberInput
        label="Image resolution (dpi)"
        description="Images with a much higher resolution are downsampled: 150 is enough for printing. Leave empty to keep them unchanged."
        min={36}
        max={1_200}
        allowDecimal={false}
        {...form.getInputProps("picture_dpi")}
      />
      <Select
        label="Archiving (PDF/A)"
        description="A merge that cannot conform fails and says why."
        data={[
          { value: "", label: whenNotPdfa },
          { value: "2b", label: "PDF/A-2b: looks the same everywhere" },
          { value: "2u", label: "PDF/A-2u: text can be copied" },
          { value: "2a", label: "PDF/A-2a: with structure" },
          { value: "3b", label: "PDF/A-3b: may contain files" },
          { value: "3u", label: "PDF/A-3u" },
          { value: "3a", label: "PDF/A-3a" },
        ]}
        allowDeselect={false}
        {...form.getInputProps("pdf_a")}
      />
    </>
  );
}
