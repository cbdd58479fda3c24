import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import type { PreviewInput } from "../../parts/preview/use-preview.ts";
import type { useEditor } from "./use-editor.ts";

interface SamplePreviewProps {
  documentId: string;
  input: PreviewInput | undefined;
  editor: ReturnType<typeof useEditor>;
}

/** What a merge makes of the template, and the choice of its data. */
export function SamplePreview({ documentId, input, editor }: SamplePreviewProps) {
  const { samples, sampleId, chooseSample } = editor;
  const tools = <SampleSelect samples={samples} value={sampleId} onChange={chooseSample} />;

  return <PreviewPane documentId={documentId} input={input} tools={tools} />;
}
