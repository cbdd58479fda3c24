import { strToU8, unzipSync, zipSync } from "fflate";
import { present } from "../../../src/domain/present.ts";
import type { Random } from "../../smarty/random.ts";
import type { Amplified } from "./amplified.ts";
import { amplifyMarkup } from "./amplify-markup.ts";

/** A package of Office in which an element of a part is there many times, or one of its parts. */
export function amplifyPackage(bytes: Uint8Array, random: Random): Amplified | undefined {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts)
    .filter((part) => /^(?:word|xl|ppt)\/.*\.xml$/.test(part))
    .sort();
  if (names.length === 0) return undefined;
  const part = random.pick(names);
  const amplified = amplifyMarkup(new TextDecoder().decode(present(parts[part])), random);
  return (
    amplified && {
      ...amplified,
      what: `${part}: ${amplified.what}`,
      make: (times) => zipSync({ ...parts, [part]: strToU8(amplified.make(times)) }, { level: 1 }),
    }
  );
}
