/** Records that later versions of PowerPoint added under a tag of their own (MS-PPT 2.11.22 to 2.11.27). */
import { ByteReader } from "../../office/byte-reader.ts";
import { type ArtNode, childOfType, childrenOfType, readTree } from "../officeart/records.ts";
import { PPT } from "./record-types.ts";

/** The records under a tag (`___PPT9`, `___PPT10`, ...) among the children of `owner`; none when there is no such tag. */
export function binaryTagRecords(owner: ArtNode | undefined, tag: string): readonly ArtNode[] {
  for (const tags of childrenOfType(owner, PPT.programTags)) {
    for (const binary of childrenOfType(tags, PPT.programBinaryTag)) {
      const name = childOfType(binary, PPT.cString);
      const data = childOfType(binary, PPT.binaryTagData);
      if (name && data && utf16(name.body) === tag)
        return data.children.length > 0 ? data.children : readTree(data.body);
    }
  }
  return [];
}

export function utf16(bytes: Uint8Array): string {
  return new ByteReader(bytes).utf16(0, bytes.length >> 1).split("\0")[0] ?? "";
}
