import { Button, FileButton, Group, Input, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { shownSize } from "../../parts/shown-size.ts";

/** What a visible signature shows beside its text. */
export function SignatureImage({
  value,
  onChange,
  error,
}: {
  /** In base64; empty for none. */
  value: string;
  onChange: (image: string) => void;
  error?: ReactNode;
}) {
  const choose = async (file: File | null) => {
    if (file) onChange(new Uint8Array(await file.arrayBuffer()).toBase64());
  };

  return (
    <Input.Wrapper
      label="Image"
      description="A JPEG or PNG of at most 200 KB, shown beside the text."
      error={error}
      labelElement="div"
    >
      <Group gap="xs" mt={4}>
        <FileButton onChange={(file) => void choose(file)} accept="image/jpeg,image/png">
          {(button) => (
            <Button {...button} size="xs" variant="default">
              {value === "" ? "Choose an image" : "Choose another image"}
            </Button>
          )}
        </FileButton>
        {value !== "" && (
          <>
            <Text size="sm" className="quiet">
              {shownSize(Math.floor((value.length * 3) / 4))}
            </Text>
            <Button size="xs" variant="default" onClick={() => onChange("")}>
              Remove the image
            </Button>
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}
