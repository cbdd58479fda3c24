import { Failure } from "../../domain/failure.ts";

/**
 * P with nothing allowed: the bits that must be 1, among them bit 10, for those who have pages read to them (ISO 32000-2,
 * table 22; ISO 14289-1, 7.16).
 */
const NOTHING_ALLOWED = 0xfffff2c0;

/** Bits of P that each permission turns on. */
const PERMISSION_BITS: Readonly<Record<string, number>> = {
  Printing: 0x804,
  DegradedPrinting: 0x004,
  ModifyContents: 0x408,
  Assembly: 0x400,
  CopyContents: 0x210,
  ScreenReaders: 0x200,
  ModifyAnnotations: 0x120,
  FillIn: 0x100,
  AllFeatures: 0xf3c,
};

/** The permissions a caller can name. */
const PERMISSIONS: readonly string[] = Object.keys(PERMISSION_BITS);

/**
 * P as a signed number from names of permissions.
 * @throws Failure `pdf_permission_unknown` naming the first unknown one and all that are known
 */
export function permissionFlags(permissions: readonly string[]): number {
  let flags = NOTHING_ALLOWED;
  for (const [index, permission] of permissions.entries()) {
    if (!Object.hasOwn(PERMISSION_BITS, permission)) {
      const message = `The permission "${permission.slice(0, 60)}" is not known. Known are: ${PERMISSIONS.join(", ")}.`;
      throw new Failure("pdf_permission_unknown", message, { errors: [{ pointer: `/permissions/${index}`, message }] });
    }
    flags |= PERMISSION_BITS[permission] ?? 0;
  }
  return flags | 0;
}

/** The names of the permissions that flags allow; only AllFeatures if everything is allowed. */
export function permissionNames(flags: number): string[] {
  const allows = (name: string) => (flags & (PERMISSION_BITS[name] ?? 0)) === PERMISSION_BITS[name];
  if (allows("AllFeatures")) return ["AllFeatures"];
  return PERMISSIONS.filter(allows);
}
