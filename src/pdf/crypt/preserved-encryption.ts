import { createHash } from "node:crypto";
import type { PdfDict } from "../objects.ts";
import { encryptAes } from "./aes.ts";
import { type CryptMethod, type CryptMethods, objectKey, streamMethod } from "./decryptor.ts";
import { type ObjectEncryptor, withStrings } from "./encryptor.ts";
import { rc4 } from "./rc4.ts";

/**
 * Writes a file under the encryption that it came with: the same dictionary and key, so that both of its passwords,
 * including the one we were not given, and its permissions stay as they were (ISO 32000-2, 7.6.3).
 */
export class PreservedEncryption implements ObjectEncryptor {
  readonly dict: PdfDict;
  readonly needsFileId: boolean;
  readonly #fileKey: Uint8Array;
  readonly #methods: CryptMethods;

  /** @param dict the encryption dictionary, without references */
  constructor(dict: PdfDict, revision: number, fileKey: Uint8Array, methods: CryptMethods) {
    this.dict = dict;
    this.needsFileId = revision < 5;
    this.#fileKey = fileKey;
    this.#methods = methods;
  }

  stream(bytes: Uint8Array, dict: PdfDict, number: number): Uint8Array {
    return this.#encrypt(bytes, streamMethod(this.#methods, dict), number);
  }

  strings(dict: PdfDict, number: number): PdfDict {
    return withStrings(dict, (bytes) => this.#encrypt(bytes, this.#methods.strings, number)) as PdfDict;
  }

  #encrypt(bytes: Uint8Array, method: CryptMethod, number: number): Uint8Array {
    switch (method) {
      case "identity":
        return bytes;
      case "rc4":
        return rc4(objectKey(this.#fileKey, number, 0, false), bytes);
      case "aes128":
        return encryptAes(objectKey(this.#fileKey, number, 0, true), bytes, this.#vector(bytes, number));
      case "aes256":
        return encryptAes(this.#fileKey, bytes, this.#vector(bytes, number));
    }
  }

  /** An initialization vector that follows from what is encrypted: the same input gives the same file. */
  #vector(bytes: Uint8Array, number: number): Uint8Array {
    return createHash("sha256").update(this.#fileKey).update(`${number};`).update(bytes).digest().subarray(0, 16);
  }
}
