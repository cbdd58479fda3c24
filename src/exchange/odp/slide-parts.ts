/** Slides with their masters, layouts and theme: the parts of a PresentationML package (ECMA-376 Part 1, 13.3). */
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import type { Size } from "../open-drawing/outline.ts";

export const PRESENTATION_PART = "ppt/presentation.xml";
const THEME_PART = "ppt/theme/theme1.xml";
const FIRST_SLIDE_ID = 256;
const FIRST_MASTER_ID = 2_147_483_648;
const TREE_HEAD = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
const COLOR_MAP = element("p:clrMap", {
  ...{ bg1: "lt1", tx1: "dk1", bg2: "lt2", tx2: "dk2", hlink: "hlink", folHlink: "folHlink" },
  ...{ accent1: "accent1", accent2: "accent2", accent3: "accent3" },
  ...{ accent4: "accent4", accent5: "accent5", accent6: "accent6" },
});
/** Of LibreOffice's usual charts and shapes. */
const COLORS: Readonly<Record<string, string>> = {
  ...{ dk1: "000000", lt1: "FFFFFF", dk2: "000000", lt2: "FFFFFF" },
  ...{ accent1: "18A303", accent2: "0369A3", accent3: "A33E03" },
  ...{ accent4: "8E03A3", accent5: "C99C00", accent6: "C9211E", hlink: "0000EE", folHlink: "551A8B" },
};

/** What is seen on a slide or a master. */
export interface Drawn {
  /** Markup of its shapes. */
  shapes: string;
  /** A fill, if it has one of its own. */
  background: string | undefined;
  relationships: PartRelationships;
}

export interface SlideOptions {
  /** The part of its layout. */
  layout: string;
  isHidden: boolean;
  showsMaster: boolean;
}

export class SlideParts {
  readonly #builder: PackageBuilder;
  readonly #slides: string[] = [];
  readonly #masters: string[] = [];

  constructor(builder: PackageBuilder) {
    this.#builder = builder;
  }

  /** @returns the part of the master's layout */
  addMaster(drawn: Drawn): string {
    const number = this.#masters.length + 1;
    const master = `ppt/slideMasters/slideMaster${number}.xml`;
    const layout = `ppt/slideLayouts/slideLayout${number}.xml`;
    const { relationships } = drawn;
    const layoutId = relationships.to("slideLayout", layout);
    relationships.to("theme", THEME_PART);
    const layouts = element("p:sldLayoutId", { id: FIRST_MASTER_ID + number * 100 + 1, "r:id": layoutId });
    this.#builder.add(
      master,
      "p:sldMaster",
      `${treeXml(drawn)}${COLOR_MAP}${element("p:sldLayoutIdLst", {}, layouts)}<p:txStyles><p:titleStyle/><p:bodyStyle/><p:otherStyle/></p:txStyles>`,
      relationships,
    );
    const ofLayout = new PartRelationships();
    ofLayout.to("slideMaster", master);
    const empty = treeXml({ shapes: "", background: undefined, relationships: ofLayout });
    this.#builder.add(layout, "p:sldLayout", `${empty}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`, ofLayout);
    this.#masters.push(master);
    return layout;
  }

  addSlide(drawn: Drawn, { layout, isHidden, showsMaster }: SlideOptions): void {
    const part = `ppt/slides/slide${this.#slides.length + 1}.xml`;
    drawn.relationships.to("slideLayout", layout);
    this.#builder.add(
      part,
      "p:sld",
      `${treeXml(drawn)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`,
      drawn.relationships,
      { show: isHidden ? 0 : undefined, showMasterSp: showsMaster ? undefined : 0 },
    );
    this.#slides.push(part);
  }

  get slideCount(): number {
    return this.#slides.length;
  }

  finish({ width, height }: Size): void {
    const relationships = new PartRelationships();
    const masters = this.#masters.map((part, index) =>
      element("p:sldMasterId", { id: FIRST_MASTER_ID + index * 100, "r:id": relationships.to("slideMaster", part) }),
    );
    const slides = this.#slides.map((part, index) =>
      element("p:sldId", { id: FIRST_SLIDE_ID + index, "r:id": relationships.to("slide", part) }),
    );
    this.#builder.add(THEME_PART, "a:theme", themeXml());
    this.#builder.add(
      PRESENTATION_PART,
      "p:presentation",
      element("p:sldMasterIdLst", {}, masters.join("")) +
        element("p:sldIdLst", {}, slides.join("")) +
        element("p:sldSz", { cx: Math.round(width), cy: Math.round(height) }),
      relationships,
    );
    this.#builder.finish();
  }
}

function treeXml({ shapes, background }: Drawn): string {
  const fill =
    background === undefined ? "" : element("p:bg", {}, element("p:bgPr", {}, `${background}<a:effectLst/>`));
  return element("p:cSld", {}, fill + element("p:spTree", {}, TREE_HEAD + shapes));
}

function themeXml(): string {
  const colors = Object.entries(COLORS).map(([name, val]) => element(`a:${name}`, {}, element("a:srgbClr", { val })));
  const font = '<a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  return element(
    "a:themeElements",
    {},
    element("a:clrScheme", {}, colors.join("")) +
      `<a:fontScheme name="Fonts"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
      `<a:fmtScheme name="Formats"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>` +
      `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`,
  );
}
