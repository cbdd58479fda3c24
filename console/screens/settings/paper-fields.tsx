import { Fieldset, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { Select } from "../../parts/select.tsx";
import { PAPERS } from "./choices.ts";
import type { SettingValues } from "./setting-values.ts";

/** The pages of an html template: their size and margins, and what is at the top and the bottom of each. */
export function PaperFields({ form }: { form: UseFormReturnType<SettingValues> }) {
  return (
    <Fieldset legend="Paper">
      <Stack gap="sm">
        <Select
          label="Size"
          data={[...PAPERS.map(({ name }) => name), "Other"]}
          allowDeselect={false}
          value={
            PAPERS.find(({ width, height }) => width === form.values.size_width && height === form.values.size_height)
              ?.name ?? "Other"
          }
          onChange={(name) => {
            const paper = PAPERS.find((candidate) => candidate.name === name);
            if (paper) form.setValues({ size_width: paper.width, size_height: paper.height });
          }}
        />
        <Group grow align="flex-start">
          <TextInput label="Width in inches" inputMode="decimal" {...form.getInputProps("size_width")} />
          <TextInput label="Height in inches, or auto" {...form.getInputProps("size_height")} />
        </Group>
        <div>
          <Text size="sm" fw={500} mb={4} id="orientation">
            Orientation
          </Text>
          <SegmentedControl
            aria-labelledby="orientation"
            data={[
              { value: "portrait", label: "Portrait" },
              { value: "landscape", label: "Landscape" },
            ]}
            value={form.values.landscape ? "landscape" : "portrait"}
            onChange={(value) => form.setFieldValue("landscape", value === "landscape")}
          />
        </div>
        <Group grow align="flex-start">
          {(["top", "right", "bottom", "left"] as const).map((side) => (
            <TextInput
              key={side}
              label={`Margin ${side}`}
              description="inches"
              placeholder="0.4"
              inputMode="decimal"
              {...form.getInputProps(`margins.${side}`)}
            />
          ))}
        </Group>
        <Select
          label="Content that is too wide"
          data={[
            { value: "", label: "Warn" },
            { value: "shrink", label: "Shrink to fit" },
            { value: "wrap", label: "Wrap" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("fit")}
        />
        <MergeInput
          label="Page header"
          lines="several"
          description='HTML, may contain fields; <span class="pageNumber"></span> prints the page number.'
          placeholder='<div style="font-size: 9px">{$Company}</div>'
          minRows={2}
          maxRows={8}
          {...form.getInputProps("header")}
        />
        <MergeInput
          label="Page footer"
          lines="several"
          description='<span class="totalPages"></span> prints the number of pages.'
          minRows={2}
          maxRows={8}
          {...form.getInputProps("footer")}
        />
        <TextInput
          label="Scripts: wait for"
          description="Milliseconds of the page's time (1500), expression: window.ready, or event: ready. Default: until the page is idle."
          placeholder="expression: window.ready"
          {...form.getInputProps("wait")}
        />
      </Stack>
    </Fieldset>
  );
}
