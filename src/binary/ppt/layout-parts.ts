/** Masters, layouts and themes: one set for each master in each color scheme that slides show it in. */
import { backgroundXml } from "./background-xml.ts";
import { type ColorScheme, colorSchemeXml } from "./color-scheme.ts";
import { type PackageBuilder, PartRelationships, ROOT_NAMESPACES } from "./package-builder.ts";
import { placeholderOf } from "./placeholders.ts";
import type { Master, PresentationFile, Slide } from "./presentation-reader.ts";
import { shapeXml } from "./shape-writer.ts";
import { SlidePart } from "./slide-part.ts";

const CLEAR_TREE_HEAD =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/>' +
  '<a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const COLOR_MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" ' +
  'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';

/** `p:cSld` around shapes. */
export function slideTreeXml(background: string, shapes: string): string {
  return `<p:cSld>${background}<p:spTree>${CLEAR_TREE_HEAD}${shapes}</p:spTree></p:cSld>`;
}

export class LayoutParts {
  readonly masterParts: string[] = [];
  readonly #file: PresentationFile | undefined;
  readonly #builder: PackageBuilder;
  readonly #layouts = new Map<string, string>();

  /** Without a file there are no masters to write, only what packages must have. */
  constructor(file: PresentationFile | undefined, builder: PackageBuilder) {
    this.#file = file;
    this.#builder = builder;
  }

  /** Name of the layout part of a slide: of its main master, or of the title master that takes precedence over it. */
  layoutFor({ master, scheme }: Pick<Slide, "master" | "scheme">): string {
    const key = `${master?.id} ${scheme.join()}`;
    const known = this.#layouts.get(key);
    if (known) return known;
    const number = this.#layouts.size + 1;
    const layout = `ppt/slideLayouts/slideLayout${number}.xml`;
    this.#layouts.set(key, layout);
    const masterPart = this.#addMaster(number, master?.main ?? master, scheme, layout);
    this.#addLayout(layout, masterPart, master?.main ? master : undefined, scheme);
    return layout;
  }

  #addMaster(number: number, master: Master | undefined, scheme: ColorScheme, layout: string): string {
    const name = `ppt/slideMasters/slideMaster${number}.xml`;
    const theme = `ppt/theme/theme${number}.xml`;
    this.masterParts.push(name);
    const { tree, relationships } = this.#treeOf(master, master, scheme);
    const layoutId = relationships.add("slideLayout", layout);
    relationships.add("theme", theme);
    this.#builder.addXml(
      name,
      "presentationml.slideMaster",
      `<p:sldMaster ${ROOT_NAMESPACES}>${tree}<p:clrMap ${COLOR_MAP}/><p:sldLayoutIdLst>` +
        `<p:sldLayoutId id="${2_147_483_649 + number * 100}" r:id="${layoutId}"/></p:sldLayoutIdLst>` +
        "<p:txStyles><p:titleStyle/><p:bodyStyle/><p:otherStyle/></p:txStyles></p:sldMaster>",
    );
    this.#builder.addRelationships(name, relationships);
    this.#builder.addXml(theme, "theme", themeXml(scheme));
    return name;
  }

  #addLayout(name: string, masterPart: string, titleMaster: Master | undefined, scheme: ColorScheme): void {
    const { tree, relationships } = this.#treeOf(titleMaster, titleMaster?.main, scheme);
    const shows = titleMaster?.showsMasterShapes === false ? ' showMasterSp="0"' : "";
    relationships.add("slideMaster", masterPart);
    this.#builder.addXml(
      name,
      "presentationml.slideLayout",
      `<p:sldLayout ${ROOT_NAMESPACES}${shows}>${tree}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    );
    this.#builder.addRelationships(name, relationships);
  }

  /** What is seen on a master; `styled`: whose styles and shapes it builds on. */
  #treeOf(
    shown: Master | undefined,
    styled: Master | undefined,
    scheme: ColorScheme,
  ): { tree: string; relationships: PartRelationships } {
    const file = this.#file;
    if (!shown || !file) return { tree: slideTreeXml("", ""), relationships: new PartRelationships() };
    const part = new SlidePart({ file, builder: this.#builder, scheme, master: styled });
    const tree = slideTreeXml(backgroundXml(shown, part), masterShapesXml(shown, part));
    return { tree, relationships: part.relationships };
  }
}

/** Placeholders of a master are where slides have their own shapes. */
function masterShapesXml(master: Master, part: SlidePart): string {
  return master.drawing.shapes
    .filter((shape) => placeholderOf(shape) === undefined)
    .map((shape) => shapeXml(shape, part))
    .join("");
}

function themeXml(scheme: ColorScheme): string {
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  return (
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Theme"><a:themeElements>' +
    `${colorSchemeXml(scheme)}<a:fontScheme name="Fonts"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="Formats"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>` +
    `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>` +
    "</a:themeElements></a:theme>"
  );
}
