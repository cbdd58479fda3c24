import { present } from "../domain/present.ts";

/** ICC profiles (ICC.1:2010, section 7). */

const HEADER_BYTES = 128;
/** Tables from the profile's colors to the connection space, and what else an input profile has. */
const DROPPED_TAGS = /^(?:B2A[0-3]|B2D[0-3]|gamt|pre[0-2]|targ|CxF |DevD|CIED|chrm|clrt|clro|meta|psd\d|ui\d\d)$/;

/**
 * The profile as one of the input class, without what only the conversion back into its colors needs. A source color
 * space only uses the conversion out of them (ISO 32000-2, 8.6.5.5). Undefined if the profile is of another kind or
 * already like that.
 */
export function asInputProfile(profile: Uint8Array): Uint8Array | undefined {
  if (profile.length < HEADER_BYTES + 4) return undefined;
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  const deviceClass = text(profile, 12);
  if (text(profile, 36) !== "acsp" || (deviceClass !== "prtr" && deviceClass !== "spac")) return undefined;
  const tags: { tag: string; offset: number; length: number }[] = [];
  const count = view.getUint32(HEADER_BYTES);
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + 4 + 12 * index;
    if (at + 12 > profile.length) return undefined;
    const tag = { tag: text(profile, at), offset: view.getUint32(at + 4), length: view.getUint32(at + 8) };
    if (tag.offset + tag.length > profile.length) return undefined;
    tags.push(tag);
  }
  const kept = tags.filter(({ tag }) => !DROPPED_TAGS.test(tag));
  if (kept.length === tags.length || !kept.some(({ tag }) => tag === "A2B0")) return undefined;
  return writeProfile(profile, kept);
}

function writeProfile(
  profile: Uint8Array,
  tags: readonly { tag: string; offset: number; length: number }[],
): Uint8Array {
  const places = new Map<number, number>();
  let end = HEADER_BYTES + 4 + 12 * tags.length;
  for (const { offset, length } of tags) {
    if (places.has(offset)) continue;
    places.set(offset, end);
    end += (length + 3) & ~3;
  }
  const out = new Uint8Array(end);
  const view = new DataView(out.buffer);
  out.set(profile.subarray(0, HEADER_BYTES));
  view.setUint32(0, end);
  putText(out, 12, "scnr");
  out.fill(0, 84, 100); // the profile's digest
  view.setUint32(HEADER_BYTES, tags.length);
  for (const [index, { tag, offset, length }] of tags.entries()) {
    const at = HEADER_BYTES + 4 + 12 * index;
    putText(out, at, tag);
    view.setUint32(at + 4, present(places.get(offset)));
    view.setUint32(at + 8, length);
    out.set(profile.subarray(offset, offset + length), present(places.get(offset)));
  }
  return out;
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function putText(out: Uint8Array, at: number, value: string): void {
  for (let i = 0; i < 4; i++) out[at + i] = value.charCodeAt(i);
}
