import { UnreadableFile } from "../../domain/unreadable-file.ts";

const SIZE_BYTES = 8;

/** Bytes of the package without its padding, as the stream `EncryptedPackage` begins (MS-OFFCRYPTO 2.3.4.4). @throws UnreadableFile */
export function packageSize(encrypted: Uint8Array): number {
  if (encrypted.length < SIZE_BYTES) throw new UnreadableFile("its encrypted content is missing.");
  const view = new DataView(encrypted.buffer, encrypted.byteOffset, SIZE_BYTES);
  return view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
}
