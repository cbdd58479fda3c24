import { crc32, deflateSync } from "node:zlib";
import { JpegEncoder } from "../src/image/jpeg/jpeg-encode.ts";

/** A shade at a point: smooth, with some grain, as photographs have. */
const shade = (x: number, y: number) =>
  (128 + 60 * Math.sin(x / 90) + 50 * Math.cos(y / 70) + ((x * 31 + y * 17) % 11)) & 255;

/** A grey JPEG. */
export function jpegPicture(width: number, height: number): Uint8Array {
  const samples = new Uint8ClampedArray(width * height);
  for (let at = 0; at < samples.length; at++) samples[at] = shade(at % width, Math.floor(at / width));
  return new JpegEncoder([{ width, height, stride: width, samples }], false).encode(85, undefined);
}

/** A PNG in true colours (ISO 15948), with its checksums. */
export function pngPicture(width: number, height: number): Uint8Array {
  const rows = new Uint8Array((3 * width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < 3 * width; x++) rows[y * (3 * width + 1) + 1 + x] = shade(x / 3, y * (1 + (x % 3)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(body.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}
