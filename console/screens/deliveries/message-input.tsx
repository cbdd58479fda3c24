import { Alert, Group, Input, SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useCallback, useState } from "react";
import { Busy } from "../../parts/busy.tsx";
import { MergeInput } from "../../parts/fields/merge-input.tsx";

const MailEditor = lazy(() =>
  import("../../parts/mail-editor/mail-editor.tsx").then((module) => ({ default: module.MailEditor })),
);

interface MessageInputProps {
  label: string;
  help: string | undefined;
  value?: string;
  onChange: (html: string) => void;
  error?: React.ReactNode;
}

/** The text of a mail: written as a letter, or as html by those who lay it out themselves. */
export function MessageInput({ label, help, value = "", onChange, error }: MessageInputProps) {
  const [view, setView] = useState("letter");
  /** The text that the editor would have changed. */
  const [unfit, setUnfit] = useState<string>();
  const isUnfit = unfit !== undefined && unfit === value;
  const leave = useCallback(() => setUnfit(value), [value]);
  const shown = isUnfit ? "html" : view;

  return (
    <Input.Wrapper label={label} description={help} error={error} labelElement="div">
      <Group justify="flex-end" mb={6} mt={4}>
        <SegmentedControl
          size="xs"
          aria-label="How the message is written"
          value={shown}
          onChange={setView}
          data={[
            { value: "letter", label: "Letter", disabled: isUnfit },
            { value: "html", label: "HTML" },
          ]}
        />
      </Group>
      {isUnfit && (
        <Alert variant="light" color="gray" mb="xs">
          This message is laid out in HTML that the letter editor would change, so it is shown as HTML.
        </Alert>
      )}
      {shown === "letter" ? (
        <Suspense fallback={<Busy />}>
          <MailEditor value={value} onChange={onChange} label={label} onUnfit={leave} />
        </Suspense>
      ) : (
        <MergeInput
          label={`${label} as HTML`}
          labelProps={{ style: { display: "none" } }}
          aria-label={`${label} as HTML`}
          lines="several"
          value={value}
          onChange={onChange}
        />
      )}
    </Input.Wrapper>
  );
}
