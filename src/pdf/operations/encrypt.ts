import { randomBytes } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import { Encryptor } from "../crypt/encryptor.ts";
import { permissionFlags } from "../crypt/permissions.ts";
import type { OpenOptions } from "../document.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** How to encrypt. At least one of the passwords is needed. */
export interface EncryptOptions {
  /** Lifts the restrictions. Without it nobody can lift them. */
  ownerPassword?: string;
  /** Opens the file. Without it everybody can open it, within the permissions. */
  userPassword?: string;
  /** What those who open it with the user password may do; see `crypt/permissions.ts`. */
  permissions?: readonly string[];
  /** Random bytes; another source makes the result repeatable. */
  random?: ((count: number) => Uint8Array) | undefined;
}

/**
 * Encrypts a PDF, which `password` opens if it is encrypted already, by AES-256 (ISO 32000-2, 7.6.4, revision 6).
 * @throws Failure `pdf_no_password`, `pdf_same_passwords`, `pdf_permission_unknown`, and those of openPdf
 */
export function encryptPdf(bytes: Uint8Array, options: EncryptOptions & OpenOptions): Uint8Array {
  const encryptor = createEncryptor(options);
  return writePdf(openForChange(bytes, { password: options.password }), { encryptor });
}

/** What the writer needs to encrypt an open document. @throws Failure those of the options */
export function createEncryptor(options: EncryptOptions): Encryptor {
  const userPassword = options.userPassword ?? "";
  let ownerPassword = options.ownerPassword ?? "";
  const random = options.random ?? randomBytes;
  if (userPassword === "" && ownerPassword === "") {
    throw new Failure("pdf_no_password", "Give a password, a user_password, or both.");
  }
  if (userPassword === ownerPassword) {
    throw new Failure("pdf_same_passwords", "The password and the user_password are the same; they have to differ.");
  }
  const permissions = permissionFlags(options.permissions ?? []);
  // an empty owner password would let everybody lift the restrictions
  if (ownerPassword === "") ownerPassword = Buffer.from(random(32)).toString("hex");
  return new Encryptor({ userPassword, ownerPassword, permissions, random });
}
