import { Code } from "@mantine/core";

/** A sentence of the service: what stands between back-ticks is what to write, and is shown as such. */
export function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  // A back-tick without its other half is a character.
  if (parts.length % 2 === 0) return text;

  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence stay in their order
      <Code key={index}>{part}</Code>
    ),
  );
}
