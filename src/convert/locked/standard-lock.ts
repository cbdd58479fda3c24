/** Standard encryption (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9): Office 2007. */
import { createDecipheriv } from "node:crypto";
import { plainBytes } from "../../domain/plain-bytes.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { readCryptoApiHeader } from "./crypto-api.ts";
import type { Lock } from "./lock.ts";
import { packageSize } from "./package-size.ts";
import { digest, numberBytes, spunHash, startsWithBytes } from "./password-hash.ts";

const ROUNDS = 50_000;
const SIZE_BYTES = 8;
const BLOCK_BYTES = 16;
/** Of a hash, as HMAC pads keys. */
const PADDED_BYTES = 64;

/**
 * @param info the stream `EncryptionInfo` after its versions
 * @param encrypted the stream `EncryptedPackage`
 * @throws UnreadableFile if the header is damaged or names what is not served
 */
export function standardLock(info: Uint8Array, encrypted: Uint8Array, meter: Metered): Lock {
  const { cipher, keyBytes, salt, encryptedVerifier, encryptedVerifierHash } = readCryptoApiHeader(info);
  if (cipher !== "aes" || ![16, 24, 32].includes(keyBytes))
    throw new UnreadableFile("what it says of its encryption is damaged: it is not AES.");

  return {
    usualPasswords: ["VelvetSweatshop"],
    open(password) {
      const spun = spunHash({ name: "sha1", salt, rounds: ROUNDS }, password, meter);
      const key = derivedKey(digest("sha1", spun, numberBytes(0)), keyBytes);
      const hash = digest("sha1", decryptBlocks(key, encryptedVerifier));
      if (!startsWithBytes(decryptBlocks(key, encryptedVerifierHash), hash)) return undefined;
      const size = packageSize(encrypted);
      meter.charge("encryptedByte", encrypted.length);
      return decryptBlocks(key, encrypted.subarray(SIZE_BYTES)).subarray(0, size);
    },
  };
}

/** As CryptDeriveKey of Windows makes a key longer than the hash (2.3.4.7). */
function derivedKey(hash: Uint8Array, keyBytes: number): Uint8Array {
  const half = (pad: number) => {
    const padded = new Uint8Array(PADDED_BYTES).fill(pad);
    for (const [index, byte] of hash.entries()) padded[index] = byte ^ pad;
    return digest("sha1", padded);
  };
  return new Uint8Array([...half(0x36), ...half(0x5c)]).subarray(0, keyBytes);
}

/** AES-ECB; what is no whole block is left out. */
function decryptBlocks(key: Uint8Array, data: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${8 * key.length}-ecb`, key, null);
  decipher.setAutoPadding(false);
  const plain = plainBytes(decipher.update(data.subarray(0, data.length - (data.length % BLOCK_BYTES))));
  decipher.final();
  return plain;
}
