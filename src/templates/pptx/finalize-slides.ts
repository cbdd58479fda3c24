import { present } from "../../domain/present.ts";
import { relationshipsPartOf, relativePartName } from "../../office/part-name.ts";
import type { Relationships } from "../../office/relationships.ts";
import type { OutputPackage } from "../ooxml/output-package.ts";
import type { RenderedSlide, RenderJob } from "../ooxml/render-job.ts";
import { propertiesParts } from "./presentation.ts";
import type { CompiledPresentation } from "./slide-template.ts";
import { withSlideTitles } from "./slide-titles.ts";

const SLIDE_RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide";
/** Slide ids begin at 256 (ECMA-376 Part 1, 19.7.13). */
const FIRST_SLIDE_ID = 256;

interface ListedSlide {
  template: string;
  part: string;
  id: string;
  relationshipId: string;
}

/** Brings the presentation in line with its slides: lists, sections, relationships and media types. */
export function finalizeSlides(compiled: CompiledPresentation, output: OutputPackage, job: RenderJob): void {
  const rendered = new Set(job.slides.map(({ template }) => template));
  const dropped = compiled.slides.filter(({ part }) => !rendered.has(part));
  const copies = job.slides.filter((slide) => slide.copies.size > 0);
  if (dropped.length === 0 && copies.length === 0) return;

  const presentation = present(output.text(compiled.main));
  const relationships = job.relationshipsOf(compiled.main);
  for (const slide of copies) copyParts(compiled, slide, output, job);
  const listed = listSlides(presentation, relationships, compiled.main, job);
  for (const { part, ownParts } of dropped)
    for (const each of [part, ...ownParts]) {
      output.drop(each);
      output.drop(relationshipsPartOf(each));
    }
  const droppedParts = new Set(dropped.map(({ part }) => part));
  const gone = relationships
    .ofType("slide")
    .filter((item) => droppedParts.has(relationships.targetPart(item) ?? ""))
    .map(({ id }) => id);
  output.set(compiled.main, withSlideLists(presentation, listed, gone));
  for (const id of gone) relationships.remove(id);
  if (droppedParts.size > 0) removeViews(compiled, droppedParts, output, job);
  if (droppedParts.size > 0) removeJumps(compiled, droppedParts, output, job);
}

/** The titles of the slides there are, and their number, in the properties of the file. */
export function finalizeTitles({ source, slides }: CompiledPresentation, output: OutputPackage, job: RenderJob): void {
  const shapes = new Map(slides.map(({ part, titleShape }) => [part, titleShape]));
  const texts = job.slides.map(({ template, copies }) => ({
    xml: output.text(copies.get(template) ?? template) ?? "",
    titleShape: shapes.get(template),
  }));
  for (const part of propertiesParts(source)) {
    const properties = output.text(part);
    if (properties !== undefined) output.set(part, withSlideTitles(properties, slides.length, texts));
  }
}

/** Relationships and media types of a slide's copy, and the parts that were not rendered but belong to it. */
function copyParts(
  { source }: CompiledPresentation,
  { copies }: RenderedSlide,
  output: OutputPackage,
  job: RenderJob,
): void {
  for (const [template, copy] of copies) {
    const type = job.contentTypes.of(template);
    if (type) job.contentTypes.setOverride(copy, type);
    if (!/\.xml$/i.test(template)) output.add({ name: copy, bytes: present(source.zip.read(template)) });
    if (!source.relationships.has(template)) continue;
    const relationships = job.relationshipsOf(template, copy);
    for (const item of [...relationships.all()]) {
      const target = relationships.targetPart(item);
      const ownCopy = target === undefined ? undefined : copies.get(target);
      if (ownCopy) relationships.setTarget(item.id, relativePartName(ownCopy, copy));
      else if (/\/comments?$/.test(item.type)) relationships.remove(item.id);
    }
    output.setRelationships(relationships);
  }
}

function listSlides(presentation: string, relationships: Relationships, main: string, job: RenderJob): ListedSlide[] {
  const ids = new Map<string, { id: string; relationshipId: string }>();
  let lastId = FIRST_SLIDE_ID - 1;
  for (const [entry] of presentation.matchAll(/<p:sldId\b[^>]*>/g)) {
    const relationshipId = /\sr:id="([^"]*)"/.exec(entry)?.[1] ?? "";
    const id = /\sid="(\d+)"/.exec(entry)?.[1] ?? "";
    const relationship = relationships.byId(relationshipId);
    const part = relationship && relationships.targetPart(relationship);
    if (part !== undefined) ids.set(part, { id, relationshipId });
    lastId = Math.max(lastId, Number(id));
  }
  return job.slides.flatMap(({ template, copies }) => {
    const part = copies.get(template);
    const known = ids.get(template);
    if (part === undefined) return known ? [{ template, part: template, ...known }] : [];
    const relationshipId = relationships.add(SLIDE_RELATIONSHIP, relativePartName(part, main));
    return [{ template, part, id: String(++lastId), relationshipId }];
  });
}

/** The slide list, and the sections of PowerPoint 2010 (MS-PPTX 2.6.4), which name every slide once and in order. */
function withSlideLists(presentation: string, listed: readonly ListedSlide[], gone: readonly string[]): string {
  const entries = listed.map(({ id, relationshipId }) => `<p:sldId id="${id}" r:id="${relationshipId}"/>`).join("");
  const sections = sectionsOf(presentation, listed);
  let section = 0;
  return presentation
    .replace(/<p:sldIdLst>[\s\S]*?<\/p:sldIdLst>/, entries ? `<p:sldIdLst>${entries}</p:sldIdLst>` : "")
    .replace(SECTION_LIST, () => {
      const members = sections[section++] ?? [];
      return `<p14:sldIdLst>${members.map(({ id }) => `<p14:sldId id="${id}"/>`).join("")}</p14:sldIdLst>`;
    })
    .replace(/<p:sld\b[^>]*? r:id="([^"]*)"[^>]*\/>/g, (entry, id: string) => (gone.includes(id) ? "" : entry));
}

const SECTION_LIST = /<p14:sldIdLst\/>|<p14:sldIdLst>([\s\S]*?)<\/p14:sldIdLst>/g;

/** The slides of each section. Where copies of two sections' slides alternate, they stay in the later one. */
function sectionsOf(presentation: string, listed: readonly ListedSlide[]): ListedSlide[][] {
  const templateOf = new Map(
    listed.filter(({ template, part }) => template === part).map(({ id, template }) => [id, template]),
  );
  const sectionOf = new Map<string, number>();
  const sections = Array.from(presentation.matchAll(SECTION_LIST), ([, list = ""], index) => {
    for (const [, id] of list.matchAll(/<p14:sldId\b[^>]*? id="(\d+)"/g)) {
      const template = templateOf.get(present(id));
      if (template !== undefined) sectionOf.set(template, index);
    }
    return [] as ListedSlide[];
  });
  let current = 0;
  for (const slide of listed) {
    current = Math.max(current, sectionOf.get(slide.template) ?? current);
    sections[current]?.push(slide);
  }
  return sections;
}

/** What the view of the outline remembers of slides that are gone. */
function removeViews(
  { source, main }: CompiledPresentation,
  droppedParts: ReadonlySet<string>,
  output: OutputPackage,
  job: RenderJob,
): void {
  const owners = source.relationshipsOf(main);
  for (const item of owners.ofType("viewProps")) {
    const part = owners.targetPart(item);
    const xml = part === undefined ? undefined : output.text(part);
    if (part === undefined || xml === undefined || !source.relationships.has(part)) continue;
    const relationships = job.relationshipsOf(part);
    const gone = relationships.ofType("slide").filter((each) => droppedParts.has(relationships.targetPart(each) ?? ""));
    for (const { id } of gone) relationships.remove(id);
    const isGone = (id: string) => gone.some((each) => each.id === id);
    output.set(
      part,
      xml.replace(/<p:sld\b[^>]*? r:id="([^"]*)"[^>]*\/>/g, (entry, id: string) => (isGone(id) ? "" : entry)),
    );
  }
}

/** Links that jump to a slide that is gone: neither the link nor its relationship may stay. */
function removeJumps(
  compiled: CompiledPresentation,
  droppedParts: ReadonlySet<string>,
  output: OutputPackage,
  job: RenderJob,
): void {
  for (const { template, copies } of job.slides) {
    const part = copies.get(template) ?? template;
    if (!compiled.source.relationships.has(template)) continue;
    const relationships = job.relationshipsOf(template, part);
    for (const item of relationships.ofType("slide")) {
      if (!droppedParts.has(relationships.targetPart(item) ?? "")) continue;
      relationships.remove(item.id);
      const link = new RegExp(
        `<a:hlink(?:Click|Hover|MouseOver)\\b[^>]*? r:id="${item.id}"(?:[^>]*/>|[^>]*>[\\s\\S]*?</a:hlink(?:Click|Hover|MouseOver)>)`,
        "g",
      );
      const xml = output.text(part);
      if (xml !== undefined) output.set(part, xml.replace(link, ""));
    }
  }
}
