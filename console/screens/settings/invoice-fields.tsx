import { Fieldset, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Select } from "../../parts/select.tsx";
import type { SettingValues } from "./setting-values.ts";

/** The invoice for machines that goes into the PDF, and what it is made of. */
export function InvoiceFields({ form }: { form: UseFormReturnType<SettingValues> }) {
  return (
    <Fieldset legend="E-invoice">
      <Stack gap="sm">
        <Select
          label="Profile"
          description="The PDF becomes PDF/A-3 and holds the invoice for machines. A merge whose invoice is not valid fails and says why."
          data={[
            { value: "", label: "No e-invoice" },
            { value: "en16931", label: "EN 16931: Factur-X, ZUGFeRD; what most receivers want" },
            { value: "xrechnung", label: "XRechnung: EN 16931 by the rules of German authorities" },
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
            <TextInput
              label="Where the invoice is in the data"
              description="A member, or a path. Empty: invoice."
              placeholder="invoice"
              {...form.getInputProps("e_invoice_record")}
            />
            <Textarea
              label="Or a template of its XML"
              description="For those who have the XML (CII) already; takes fields. Empty: it is made from the data."
              autosize
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
