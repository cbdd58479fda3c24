import type { OutboundAnswer } from "../../outbound/guarded-request.ts";
import type { Upload } from "./upload.ts";

interface PieceOptions {
  /** How large a piece is; the last one may be smaller. */
  pieceBytes: number;
  /** The byte that the store waits for next; undefined if it waits for none. */
  nextByte(answer: OutboundAnswer): number | undefined;
  send(body: Uint8Array, contentRange: string): Promise<OutboundAnswer>;
  /** The byte to begin with. */
  from: number;
  /** Told how many bytes the store has. */
  upload: Pick<Upload, "reached">;
}

/** Sends a file in pieces by `Content-Range` (RFC 9110, 14.4). @returns what the last piece was answered, or what ended it */
export async function sendInRanges(
  bytes: Uint8Array,
  { pieceBytes, nextByte, send, from, upload }: PieceOptions,
): Promise<OutboundAnswer> {
  for (let start = from; ; ) {
    const end = Math.min(start + pieceBytes, bytes.length);
    const answer = await send(bytes.subarray(start, end), `bytes ${start}-${end - 1}/${bytes.length}`);
    const next = nextByte(answer);
    // A store that takes nothing of a piece is asked again by the next try, not for ever by this one.
    if (next === undefined || next <= start || next >= bytes.length) return answer;
    start = next;
    upload.reached(start);
  }
}
