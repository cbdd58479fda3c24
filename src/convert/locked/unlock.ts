/** Office files under a password become what they were before they were encrypted (MS-OFFCRYPTO). */
import { Failure } from "../../domain/failure.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { CompoundFile, isCompoundFile } from "../../office/compound-file.ts";
import { readable } from "../office/readable.ts";
import { quotedName } from "../quoted-name.ts";
import { agileLock } from "./agile-lock.ts";
import { documentLock } from "./document-lock.ts";
import type { Lock } from "./lock.ts";
import { presentationLock } from "./presentation-lock.ts";
import { standardLock } from "./standard-lock.ts";
import { workbookLock } from "./workbook-lock.ts";

const MOST_INFO_BYTES = 64 * 1024;
/** Office takes no longer ones (MS-OFFCRYPTO 2.3.4.7). */
const MOST_CHARACTERS = 255;
const VERSION_BYTES = 8;

/**
 * The bytes of a file without its encryption; whatever is no Office file under a password stays as it is.
 *
 * @throws Failure `file_encrypted` without a password, `file_wrong_password`, `file_not_readable` if what it says of its
 *   encryption is damaged or not served, `too_complex` if making the key would take too long, `xml_invalid`
 */
export function unlock(
  { name, bytes, password }: { name: string; bytes: Uint8Array; password?: string },
  meter: Metered,
): Uint8Array {
  if (!isCompoundFile(bytes)) return bytes;
  return readable(() => {
    const lock = lockOf(new CompoundFile(bytes), meter);
    if (!lock) return bytes;
    const given = password === undefined || password === "" ? [] : [password.slice(0, MOST_CHARACTERS)];
    for (const candidate of [...given, ...lock.usualPasswords]) {
      const plain = lock.open(candidate);
      if (plain) return plain;
    }
    if (given.length > 0) throw new Failure("file_wrong_password", `The password does not open ${quotedName(name)}.`);
    const message = `${quotedName(name)} is a password-protected Office file: send its password with it, as password of the file.`;
    throw new Failure("file_encrypted", message);
  });
}

function lockOf(file: CompoundFile, meter: Metered): Lock | undefined {
  const encrypted = file.stream("EncryptedPackage");
  if (!encrypted) return documentLock(file, meter) ?? workbookLock(file, meter) ?? presentationLock(file, meter);
  const info = file.stream("EncryptionInfo", MOST_INFO_BYTES);
  if (!info) return undefined;
  const reader = new ByteReader(info);
  const [major, minor] = [reader.u16(0), reader.u16(2)];
  if (major === 4 && minor === 4) {
    return agileLock(new TextDecoder().decode(info.subarray(VERSION_BYTES)), encrypted, meter);
  }
  if (major >= 2 && major <= 4 && minor === 2) return standardLock(info.subarray(4), encrypted, meter);
  // rights management and extensible encryption: there is no password
  return undefined;
}
