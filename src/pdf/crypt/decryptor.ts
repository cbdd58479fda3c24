import { createHash } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import { streamFilters } from "../filters/decode-stream.ts";
import { isName, PdfDict, PdfName, type PdfObject, PdfStream, PdfString, type StreamBody } from "../objects.ts";
import { decryptAes } from "./aes.ts";
import { rc4 } from "./rc4.ts";

/** How the bytes of a crypt filter are encrypted (ISO 32000-2, 7.6.6, CFM). */
export type CryptMethod = "identity" | "rc4" | "aes128" | "aes256";

/** Which method applies to what. */
export interface CryptMethods {
  strings: CryptMethod;
  streams: CryptMethod;
  embeddedFiles: CryptMethod;
  /** False when the metadata stream is in the clear. */
  metadata: boolean;
  /** The filters that streams can name for themselves. */
  byName: Map<string, CryptMethod>;
}

const AES_SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54);

/** Removes encryption from the objects of one file. Streams are decrypted when their bytes are asked for. */
export class Decryptor {
  readonly #fileKey: Uint8Array | undefined;
  readonly #methods: CryptMethods;

  /** @param fileKey undefined for a file whose attachments stay locked */
  constructor(fileKey: Uint8Array | undefined, methods: CryptMethods) {
    this.#fileKey = fileKey;
    this.#methods = methods;
  }

  /** The object with its strings and its stream's bytes in the clear. Objects in object streams need none of this. */
  object(object: PdfObject, number: number, generation: number): PdfObject {
    if (object instanceof PdfStream) {
      // a cross-reference stream is never encrypted, and its own strings (ID) are not either
      if (isName(object.dict.get("Type"), "XRef")) return object;
      const dict = this.#strings(object.dict, number, generation) as PdfDict;
      const method = streamMethod(this.#methods, object.dict);
      if (method === "identity") return new PdfStream(dict, object.body);
      if (!this.#fileKey) return new PdfStream(dict, new LockedBody(object.body, method));
      const decrypt = (bytes: Uint8Array) => this.#decrypt(bytes, method, number, generation);
      return new PdfStream(dict, new EncryptedBody(object.body, decrypt));
    }
    return this.#strings(object, number, generation);
  }

  #strings(object: PdfObject, number: number, generation: number): PdfObject {
    if (this.#methods.strings === "identity") return object;
    if (object instanceof PdfString) {
      return new PdfString(this.#decrypt(object.bytes, this.#methods.strings, number, generation));
    }
    if (Array.isArray(object)) {
      for (const [index, item] of object.entries()) object[index] = this.#strings(item, number, generation);
    } else if (object instanceof PdfDict) {
      // the value of a signature is never encrypted (7.6.2)
      const isSignature = object.has("ByteRange");
      for (const [key, value] of object) {
        if (!(isSignature && key === "Contents")) object.set(key, this.#strings(value, number, generation));
      }
    }
    return object;
  }

  #decrypt(bytes: Uint8Array, method: CryptMethod, number: number, generation: number): Uint8Array {
    if (!this.#fileKey) throw locked();
    switch (method) {
      case "identity":
        return bytes;
      case "rc4":
        return rc4(objectKey(this.#fileKey, number, generation, false), bytes);
      case "aes128":
        return decryptAes(objectKey(this.#fileKey, number, generation, true), bytes);
      case "aes256":
        return decryptAes(this.#fileKey, bytes);
    }
  }
}

/** The method that a stream's bytes are encrypted with. */
export function streamMethod(methods: CryptMethods, dict: PdfDict): CryptMethod {
  const own = streamFilters(dict, (object) => object ?? null).find((filter) => filter.name === "Crypt");
  if (own) {
    const name = own.parameters?.get("Name");
    return (name instanceof PdfName && methods.byName.get(name.value)) || "identity";
  }
  if (!methods.metadata && isName(dict.get("Type"), "Metadata")) return "identity";
  return isName(dict.get("Type"), "EmbeddedFile") ? methods.embeddedFiles : methods.streams;
}

/** Algorithm 1 (7.6.3.1). @param withSalt for AES */
export function objectKey(fileKey: Uint8Array, number: number, generation: number, withSalt: boolean): Uint8Array {
  const hash = createHash("md5").update(fileKey);
  hash.update(Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8));
  if (withSalt) hash.update(AES_SALT);
  return hash.digest().subarray(0, Math.min(fileKey.length + 5, 16));
}

/** A stream's bytes as they are in an encrypted file. */
class EncryptedBody implements StreamBody {
  readonly #source: Uint8Array | StreamBody;
  readonly #decrypt: (bytes: Uint8Array) => Uint8Array;

  constructor(source: Uint8Array | StreamBody, decrypt: (bytes: Uint8Array) => Uint8Array) {
    this.#source = source;
    this.#decrypt = decrypt;
  }

  get length(): number {
    return this.#source.length;
  }

  bytes(): Uint8Array {
    return this.#decrypt(this.#source instanceof Uint8Array ? this.#source : this.#source.bytes());
  }

  async load(): Promise<Uint8Array> {
    return this.#decrypt(this.#source instanceof Uint8Array ? this.#source : await this.#source.load());
  }
}

function locked(): Failure {
  const message = "The attachments of the PDF are encrypted; a password is needed to open them.";
  return new Failure("pdf_password_needed", message);
}

/** An attachment that nobody has given the password for. */
export class LockedBody implements StreamBody {
  readonly #source: Uint8Array | StreamBody;
  readonly #method: CryptMethod;

  constructor(source: Uint8Array | StreamBody, method: CryptMethod) {
    this.#source = source;
    this.#method = method;
  }

  get length(): number {
    return this.#source.length;
  }

  bytes(): Uint8Array {
    throw locked();
  }

  async load(): Promise<Uint8Array> {
    throw locked();
  }

  /**
   * The bytes as they are, for a file under the same key: other methods than AES-256 take the number of the object into
   * it, which changes.
   */
  sealed(): Uint8Array {
    if (this.#method !== "aes256" || !(this.#source instanceof Uint8Array)) throw locked();
    return this.#source;
  }
}
