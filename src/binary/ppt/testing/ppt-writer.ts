/** Presentations made by tests: PowerPoint's records of a document (MS-PPT) and the container around them. */
import { utils, write } from "cfb";
import { bytesOf, container, options, record, shapeHead, u16, u32 } from "../../officeart/testing/art-records.ts";
import { PPT } from "../record-types.ts";
import { wide } from "./ppt-shapes.ts";

interface TestSlide {
  shapes?: readonly Uint8Array[];
  /** SlideAtom: 1 shapes, 2 scheme, 4 background of the master. */
  flags?: number;
  masterId?: number;
  /** Further records of the slide: color scheme, headers and footers, ... */
  records?: readonly Uint8Array[];
  /** Records of the slide's texts in the document's list. */
  texts?: readonly Uint8Array[];
  /** Of the background's shape. */
  background?: Readonly<Record<number, number | Uint8Array>>;
}

export interface TestPresentation {
  slides: readonly TestSlide[];
  masters?: readonly TestSlide[];
  /** Slides among the masters. */
  titleMasters?: readonly TestSlide[];
  environment?: readonly Uint8Array[];
  /** Further records of the document. */
  documentRecords?: readonly Uint8Array[];
  images?: Uint8Array;
}

const MASTER_ID = 0x8000_0000;
const HEAD = new Uint8Array(0);

export function scheme(...colors: number[]): Uint8Array {
  return record(PPT.colorScheme, u32(...colors), 1);
}

export function font(index: number, name: string): Uint8Array {
  const face = new Uint8Array(68);
  face.set(wide(name));
  return record(PPT.fontEntity, face, index);
}

function drawing({ shapes = [], background }: TestSlide): Uint8Array {
  const patriarch = container(0xf004, record(0xf009, u32(0, 0, 0, 0)), shapeHead(0, 1, 5));
  const behind = background ? container(0xf004, shapeHead(1, 2, 0xc00), options(background)) : HEAD;
  return container(PPT.drawing, container(0xf002, container(0xf003, patriarch, ...shapes), behind));
}

function slide(type: number, part: TestSlide): Uint8Array {
  const atom = bytesOf(u32(0, 0, 0, part.masterId ?? MASTER_ID, 0), u16(part.flags ?? 7, 0));
  return container(type, record(PPT.slideAtom, atom, 0, 2), drawing(part), ...(part.records ?? []));
}

/** The stream `PowerPoint Document`, and where its UserEditAtom lies in it. */
export function documentStream(presentation: TestPresentation): { bytes: Uint8Array; editAt: number } {
  const { slides, masters = [{}], titleMasters = [], environment = [], documentRecords = [] } = presentation;
  const objects = [
    ...masters.map((part) => slide(PPT.mainMaster, part)),
    ...titleMasters.map((part) => slide(PPT.slide, part)),
    ...slides.map((part) => slide(PPT.slide, part)),
  ];
  const behind = masters.length + titleMasters.length;
  const persist = (index: number, id: number) => record(PPT.slidePersist, u32(index + 2, 0, 0, id, 0));
  const masterList = Array.from({ length: behind }, (_, index) => persist(index, MASTER_ID + index));
  const slideList = slides.flatMap((part, index) => [persist(behind + index, 256 + index), ...(part.texts ?? [])]);
  const document = container(
    PPT.document,
    record(PPT.documentAtom, bytesOf(u32(5_760, 4_320, 0, 0, 0, 0, 0, 0), u16(1, 0), u32(0)), 0, 1),
    container(PPT.environment, ...environment),
    ...documentRecords,
    record(PPT.slideList, bytesOf(...masterList), 1, 0xf),
    record(PPT.slideList, bytesOf(...slideList), 0, 0xf),
  );
  const all = [document, ...objects];
  const offsets: number[] = [];
  let at = 0;
  for (const object of all) {
    offsets.push(at);
    at += object.length;
  }
  const directory = record(PPT.persistDirectory, u32((all.length << 20) | 1, ...offsets));
  const edit = record(PPT.userEdit, u32(0, 0, 0, at, 1, 0, 0));
  return { bytes: bytesOf(...all, directory, edit), editAt: at + directory.length };
}

/** A whole file. */
export function presentationFile(presentation: TestPresentation): Uint8Array {
  const { bytes, editAt } = documentStream(presentation);
  return compound({
    "PowerPoint Document": bytes,
    "Current User": currentUser(editAt),
    ...(presentation.images ? { Pictures: presentation.images } : {}),
  });
}

export function currentUser(editAt: number, token = 0xe391_c05f): Uint8Array {
  return record(PPT.currentUser, bytesOf(u32(20, token, editAt), u16(0, 1_012), [3, 0, 0, 0]));
}

export function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) utils.cfb_add(file, path, content as never);
  return new Uint8Array(write(file, { type: "buffer" }));
}
