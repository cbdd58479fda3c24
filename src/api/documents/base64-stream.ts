import { Buffer } from "node:buffer";

/** Base64 of a stream of bytes, as UTF-8, between `head` and `tail`. */
export function encodeBase64Stream(head: string, tail: string): TransformStream<Uint8Array, Uint8Array> {
  const encoder = new TextEncoder();
  let rest: Uint8Array = new Uint8Array();

  return new TransformStream({
    start(controller) {
      controller.enqueue(encoder.encode(head));
    },
    transform(chunk, controller) {
      const bytes = rest.byteLength > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.byteLength - (bytes.byteLength % 3);
      rest = bytes.slice(whole);
      if (whole > 0) controller.enqueue(encoder.encode(base64(bytes.subarray(0, whole))));
    },
    flush(controller) {
      controller.enqueue(encoder.encode(base64(rest) + tail));
    },
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
