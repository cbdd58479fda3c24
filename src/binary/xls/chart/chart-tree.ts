/** Records of a chart substream as a tree: what is between BEGIN and END belongs to the record before (2.1.7.20.1). */

import { joinBytes } from "../../../domain/join-bytes.ts";
import { RecordCursor, RecordEnd } from "../biff/record-cursor.ts";
import type { BiffRecord } from "../biff/record-stream.ts";
import { ChartRecord } from "./chart-record-type.ts";

const MAX_DEPTH = 30;

export class ChartNode {
  readonly type: number;
  readonly children: ChartNode[] = [];
  readonly #pieces: readonly Uint8Array[];

  constructor({ type, pieces }: BiffRecord) {
    this.type = type;
    this.#pieces = pieces;
  }

  /** What `read` makes of the record; undefined when the record ends early. */
  read<T>(read: (cursor: RecordCursor) => T): T | undefined {
    try {
      return read(new RecordCursor(this.#pieces));
    } catch (error) {
      if (error instanceof RecordEnd) return undefined;
      throw error;
    }
  }

  /** The bytes of the record with those of its continuations. */
  get bytes(): Uint8Array {
    return joinBytes(this.#pieces);
  }

  child(type: number): ChartNode | undefined {
    return this.children.find((candidate) => candidate.type === type);
  }

  all(type: number): ChartNode[] {
    return this.children.filter((candidate) => candidate.type === type);
  }

  /** The first child of a type after another child. */
  after(place: ChartNode, type: number): ChartNode | undefined {
    const next = this.children[this.children.indexOf(place) + 1];
    return next?.type === type ? next : undefined;
  }
}

/** The records under a root without meaning of its own. */
export function chartTree(records: Iterable<BiffRecord>): ChartNode {
  const root = new ChartNode({ type: 0, pieces: [] });
  const stack = [root];
  for (const record of records) {
    const top = stack.at(-1) ?? root;
    if (record.type === ChartRecord.Begin) stack.push(top.children.at(-1) ?? top);
    else if (record.type === ChartRecord.End) {
      if (stack.length > 1) stack.pop();
    } else if (stack.length <= MAX_DEPTH) top.children.push(new ChartNode(record));
  }
  return root;
}
