/** What the services of Windows (CryptoAPI) write of an encryption (MS-OFFCRYPTO 2.3.2, 2.3.3), for AES and RC4. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";

export interface CryptoApiHeader {
  cipher: "aes" | "rc4";
  keyBytes: number;
  salt: Uint8Array;
  encryptedVerifier: Uint8Array;
  /** Of AES padded to whole blocks. */
  encryptedVerifierHash: Uint8Array;
}

const ALGORITHM = { rc4: 0x6801, aes: [0x660e, 0x660f, 0x6610] } as const;
const SHA_1 = 0x8004;
const SALT_BYTES = 16;
const VERIFIER_BYTES = 16;
const SHA_1_BYTES = 20;
const PADDED_HASH_BYTES = 32;
const SHORTEST_KEY_BITS = 40;
const LONGEST_KEY_BITS = 256;

/**
 * Reads what follows the versions: flags, the header with its size, and the verifier.
 * @throws UnreadableFile if it is damaged or names what is not served
 */
export function readCryptoApiHeader(bytes: Uint8Array): CryptoApiHeader {
  const reader = new ByteReader(bytes);
  const headerBytes = reader.u32(4);
  const at = 8;
  const algorithm = reader.u32(at + 8);
  const hash = reader.u32(at + 12);
  const cipher = algorithm === ALGORITHM.rc4 ? "rc4" : ALGORITHM.aes.some((id) => id === algorithm) ? "aes" : undefined;
  if (!cipher || (hash !== SHA_1 && hash !== 0))
    throw new UnreadableFile("it is encrypted with what is not served, or what it says of its encryption is damaged.");
  // zero stands for the shortest
  const keyBits = reader.u32(at + 16) || SHORTEST_KEY_BITS;
  const verifierAt = at + headerBytes;
  const hashBytes = cipher === "aes" ? PADDED_HASH_BYTES : SHA_1_BYTES;
  const salt = reader.bytes(verifierAt + 4, SALT_BYTES);
  const encryptedVerifier = reader.bytes(verifierAt + 4 + SALT_BYTES, VERIFIER_BYTES);
  const encryptedVerifierHash = reader.bytes(verifierAt + 8 + SALT_BYTES + VERIFIER_BYTES, hashBytes);
  const isSound = keyBits % 8 === 0 && keyBits >= SHORTEST_KEY_BITS && keyBits <= LONGEST_KEY_BITS;
  if (!isSound || encryptedVerifierHash.length !== hashBytes)
    throw new UnreadableFile("what it says of its encryption is damaged: it is cut off.");
  return { cipher, keyBytes: keyBits / 8, salt, encryptedVerifier, encryptedVerifierHash };
}
