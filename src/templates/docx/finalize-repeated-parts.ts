import { relativePartName } from "../../office/part-name.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { OutputPackage } from "../ooxml/output-package.ts";
import type { RenderJob } from "../ooxml/render-job.ts";

/** Media types and relationships of the parts that loops repeated; the copy of a chart has a workbook of its own. */
export function finalizeRepeatedParts(output: OutputPackage, source: OfficePackage, job: RenderJob): void {
  for (const { template, part } of job.repeatedParts) {
    setType(template, part);
    output.noteCopy(template, part);
    if (!source.relationships.has(template)) continue;
    const relationships = job.relationshipsOf(template, part);
    for (const item of relationships.ofType("package")) {
      const workbook = relationships.targetPart(item);
      const bytes = workbook === undefined ? undefined : source.zip.read(workbook);
      if (workbook === undefined || bytes === undefined) continue;
      const copy = job.freshPartName(workbook);
      output.add({ name: copy, bytes });
      setType(workbook, copy);
      relationships.setTarget(item.id, relativePartName(copy, part));
    }
    output.setRelationships(relationships);
  }

  function setType(template: string, copy: string): void {
    const type = job.contentTypes.of(template);
    if (type !== undefined && job.contentTypes.of(copy) !== type) job.contentTypes.setOverride(copy, type);
  }
}
