import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import type { Preview } from "../../parts/preview/use-preview.ts";
import type { useEditor } from "./use-editor.ts";

/** What a merge makes of the template, and the choice of its data. */
export function SamplePreview({ preview, editor }: { preview: Preview; editor: ReturnType<typeof useEditor> }) {
  const { samples, sampleId, chooseSample } = editor;
  const tools = <SampleSelect samples={samples} value={sampleId} onChange={chooseSample} />;

  return <PreviewPane preview={preview} tools={tools} />;
}
