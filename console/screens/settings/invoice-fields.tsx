import { Fieldset, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { Select } from "../../parts/select.tsx";
import type { SettingValues } from "./setting-values.ts";

/** The invoice for machines, whether it goes into the PDF, and what it is made of. */
export function InvoiceFields({ form }: { form: UseFormReturnType<SettingValues> }) {
  return (
    <Fieldset legend="E-invoice">
      <Stack gap="sm">
        <Select
          label="Profile"
          description="Machine-readable invoice, in the PDF or beside it. A merge with an invalid invoice fails and says why."
          data={[
            { value: "", label: "No e-invoice" },
            { value: "en16931", label: "EN 16931: Factur-X, ZUGFeRD; most common" },
            { value: "xrechnung", label: "XRechnung: EN 16931 for German authorities" },
            { value: "peppol", label: "Peppol BIS Billing 3: for the Peppol network" },
            { value: "extended", label: "Extended: EN 16931 and more" },
            { value: "basic", label: "Basic: the invoice with its lines" },
            { value: "basic-wl", label: "Basic WL: totals and parties" },
            { value: "minimum", label: "Minimum: the bare minimum" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("e_invoice")}
        />
        {form.values.e_invoice !== "" && (
          <>
            <Select
              label="Syntax"
              description="CII goes into the PDF, which becomes PDF/A-3. UBL is a second file beside the PDF; Peppol is always UBL."
              data={[
                { value: "", label: "CII: Factur-X and ZUGFeRD" },
                { value: "ubl", label: "UBL: EN 16931, XRechnung and Peppol" },
              ]}
              allowDeselect={false}
              {...form.getInputProps("e_invoice_syntax")}
            />
            {form.values.e_invoice_syntax === "ubl" && (
              <Switch
                label="Embed the PDF in the invoice"
                {...form.getInputProps("e_invoice_pdf", { type: "checkbox" })}
              />
            )}
            <TextInput
              label="Invoice field of the data"
              description="A name or a path. Default: invoice."
              placeholder="invoice"
              {...form.getInputProps("e_invoice_record")}
            />
            <MergeInput
              label="XML template"
              lines="several"
              description="If you already have the XML; may contain fields. Leave empty to generate it from the data."
              minRows={1}
              maxRows={8}
              {...form.getInputProps("e_invoice_xml")}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
