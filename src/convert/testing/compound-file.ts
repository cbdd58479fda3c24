const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
/** Types of directory entries (MS-CFB 2.6.1). */
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;

/**
 * The frame of a compound file (MS-CFB) for tests: a header, one table sector, a directory; streams have no content.
 * @param root names of the streams of the root storage
 * @param nested names of the streams of a storage within it
 */
export function compoundFile(root: readonly string[], nested: readonly string[] = []): Uint8Array {
  const names = ["Root Entry", ...root, ...(nested.length > 0 ? ["Embedded", ...nested] : [])];
  const storage = nested.length > 0 ? root.length + 1 : FREE;
  const directorySectors = Math.ceil(names.length / 4);
  const bytes = new Uint8Array(SECTOR * (2 + directorySectors));
  const view = new DataView(bytes.buffer);
  const set = (at: number, value: number) => view.setUint32(at, value, true);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(0x1e, 9, true);
  set(0x30, 1);
  set(0x44, END_OF_CHAIN);
  for (let index = 0; index < 109; index++) set(0x4c + 4 * index, index === 0 ? 0 : FREE);
  for (let sector = 0; sector < directorySectors; sector++)
    set(SECTOR + 4 * (sector + 1), sector + 1 < directorySectors ? sector + 2 : END_OF_CHAIN);
  for (const [index, name] of names.entries()) {
    const at = 2 * SECTOR + 128 * index;
    for (const [place, character] of [...name].entries()) view.setUint16(at + 2 * place, character.charCodeAt(0), true);
    view.setUint16(at + 0x40, 2 * name.length + 2, true);
    view.setUint8(at + 0x42, index === 0 ? ROOT : index === storage ? STORAGE : STREAM);
    set(at + 0x44, FREE);
    // entries of one storage are chained to the right
    const isLast =
      index === 0 || index === names.length - 1 || index === storage || (index === root.length && storage === FREE);
    set(at + 0x48, isLast ? FREE : index + 1);
    set(at + 0x4c, index === 0 ? 1 : index === storage ? storage + 1 : FREE);
  }
  return bytes;
}
