/** A file part of a multipart body: a leaf of the body tree. */
export class FilePart {
  /** File name as sent, without any path. */
  readonly name: string;
  /** Media type as sent, or `application/octet-stream`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;

  constructor(name: string, contentType: string, bytes: Uint8Array) {
    this.name = name;
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

/** A node of a request body, whatever its wire form was (decisions "Wire"). */
export type BodyValue = string | number | boolean | null | FilePart | BodyValue[] | BodyTree;

/** A null-prototype object: every key, `__proto__` included, is plain data. */
export interface BodyTree {
  [key: string]: BodyValue;
}
