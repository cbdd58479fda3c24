import { Failure } from "../../domain/failure.ts";

/** A file part of a multipart body: a leaf of the body tree. */
export class FilePart {
  /** File name as sent, without any path. */
  readonly name: string;
  /** Media type as sent, or `application/octet-stream`. */
  readonly contentType: string;
  readonly #bytes: Uint8Array | undefined;

  constructor(name: string, contentType: string, bytes?: Uint8Array) {
    this.name = name;
    this.contentType = contentType;
    this.#bytes = bytes;
  }

  /** @throws Failure `file_too_large` for an {@link UploadedPart}, whose bytes are not in memory */
  get bytes(): Uint8Array {
    if (this.#bytes) return this.#bytes;
    throw new Failure("file_too_large", `The file "${this.name}" is too large for this place in the request.`);
  }
}

/** A file part too large for memory: while it arrived its bytes went to a blob, which ends with the request. */
export class UploadedPart extends FilePart {
  readonly blobKey: string;
  /** Of its bytes, in hex digits; empty if it is not known. */
  readonly sha256: string;

  constructor(name: string, contentType: string, blobKey: string, sha256: string) {
    super(name, contentType);
    this.blobKey = blobKey;
    this.sha256 = sha256;
  }
}

/** A node of a request body, whatever its wire form was (wire "Bodies"). */
export type BodyValue = string | number | boolean | null | FilePart | BodyValue[] | BodyTree;

/** A null-prototype object: every key, `__proto__` included, is plain data. */
export interface BodyTree {
  [key: string]: BodyValue;
}
