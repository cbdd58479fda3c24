import { fromBER } from "asn1js";
import { AlgorithmIdentifier, PublicKeyInfo } from "pkijs";
import { describe, expect, it } from "vitest";
import { WorkMeter } from "../domain/work-meter.ts";
import { EXHAUSTED, verifyWithKey } from "./verify-with-key.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const keyOf = (der: Uint8Array) => PublicKeyInfo.fromBER(Uint8Array.from(der).buffer);
const algorithmOf = (algorithmId: string, parameters?: string) =>
  new AlgorithmIdentifier({
    algorithmId,
    ...(parameters ? { algorithmParams: fromBER(new Uint8Array(Buffer.from(parameters, "hex"))).result } : {}),
  });

const SHA256_RSA = "1.2.840.113549.1.1.11";
const SIGNED = { bytes: new TextEncoder().encode("signed by an RSA key") };

/** Made by `openssl genpkey -pkeyopt rsa_keygen_pubexp:E` and `openssl dgst -sha256 -sign`. */
const KEYS = {
  "17": [
    "MIGdMA0GCSqGSIb3DQEBAQUAA4GLADCBhwKBgQDLG3xoqQ8hjP5lEKguHkLt0LAvxSnTmGzu4xaHvpB4RZGDXwvD2FLB4piI11OOcH58OuoxIoXdNhizkYQc5ODl+GOjImis9PX1KCPDtA9gEMR6y4YYvjyIurosgSzDq1GB4uEoZ5yyyb2lky/d6eHixkCSOfckPzaLidnLkYjM2wIBEQ==",
    "liwkysbMciDIowxk3LxOTbeksJYHyouXZQqc++FndyI5LFrFHS8I711hwv6BPdfdmQ6eLKdiCIpfNqKCBnNXBY97a1P57MQ3kCavwsyLNgOH12a9VLQo3vHZ899lPcOysvviNHmiQX/Lq6ucYVkhkAwegOhSD7I0gmkofNhGgAA=",
  ],
  "5": [
    "MIGdMA0GCSqGSIb3DQEBAQUAA4GLADCBhwKBgQC/uQqm9UximRcQ4zfgbwbA3JJ4TreloDnMgD883A0o4azobO2SLXXJdkH9ptbGvJUPGxKk/cZB48dQo2bcUzfxj6XnvxI75/3xwmwy0s6681KQaWl1MwbQpUhZKX6+NN2OX2Ku5uhNT1cN9WDmXjipD5xhaw9kCXFINtqWUpzmWQIBBQ==",
    "KnjNzZ+LaBOyJRbOSp1795mqIRUqhPU7msLKAFmYPNgWfkzdc9s8f79r0RGqNzG6D7D6Yxw+B6/8PLdaISNG+6ubnvWe7qtlgjXZqIKYSsZkQG/NummDg74G4aqgS8InWxvBOFpGPIRrWam2MzQzA4vhTTNuq1PHGi04v6v0sH4=",
  ],
  "36893488147419103363": [
    "MIGlMA0GCSqGSIb3DQEBAQUAA4GTADCBjwKBgQDFSO8I6DLCeouB1L1OdEZSrUjScTSXnX3F4aTz1UgKKVssW2i11RI8Lr6anS0+a9wr2HrkcVlKHl5Ww16ycrJPVtmoNSozHCvkax0zFYcHsTMaOlb/DYrJD33EsnVutV5mC7dlhzw829XVWSKQZAgaEX6S45xo1NYTWThl1AwfYQIJAgAAAAAAAACD",
    "QFy3jIsPBBu9gJjiivb4yA4et1uMycWiDopXTwdRA4pY2+NxkKQUzPa/RLrgBD3GsD+aHUKeULOY9XPJ5EGonLdQsBk1TyQARBxGuFU/GaCojOPrrDTa9BBy+SZcCcUcP3PzJoc2P3TGV30VHFysN37J16iS6BlFwOpk7Nmsmuc=",
  ],
} as const;

const PSS_SIGNATURE =
  "cL7FU1SbIUdbyxqFhS7XagmIk5o0JHQ0EwjwTUbvyQBH7XmyedZo9LOnmuAEoHs73D8aVkB3nZWqr1pZ9JB8AQvvvuwuyCMgwQxOjxdN4t3KapygNzvwToRT2VuJI8BtPjHPKx1pbraFHSGKaYsjuPQJU0HKnbu97DA+B8o5vPs=";
/** SHA-384, MGF1 with SHA-384; the salt's 20 bytes are the default. */
const PSS_PARAMETERS = "302ca00f300d06096086480165030402020500a119301706092a864886f70d010108300a0609608648016503040202";
const ED25519_KEY = "MCowBQYDK2VwAyEAs6tDgcEdFKCk5nle2qVKSzHtF5aZS1EHjNLlVYn0j/E=";
const ED25519_SIGNATURE = "4Rx25/MiFdX/YNbwv4hvIExsB7fRj0+9hOxB9aVnWeG4KHtwpwe3L2FcuAdgPvXdHj4ICWIb48b/AQXVRds8BA==";

const verify = async (key: string, signature: string, algorithm = algorithmOf(SHA256_RSA), signed = SIGNED) =>
  await verifyWithKey(signed, bytesOf(signature), keyOf(bytesOf(key)), algorithm, new WorkMeter());

describe("a signature by RSA", () => {
  it.each(Object.entries(KEYS))("holds with the exponent %s, and not for other bytes", async (_, [key, signature]) => {
    expect(await verify(key, signature)).toBe("holds");
    expect(await verify(key, signature, algorithmOf(SHA256_RSA), { bytes: Uint8Array.of(1) })).toBe("fails");
    const changed = bytesOf(signature);
    changed[5] = (changed[5] ?? 0) ^ 1;
    expect(await verify(key, Buffer.from(changed).toString("base64"))).toBe("fails");
    expect(await verify(key, Buffer.alloc(200, 255).toString("base64"))).toBe("fails");
  });

  it("by PSS holds with its own parameters only", async () => {
    const [key] = KEYS[5];
    const pss = (parameters?: string) => algorithmOf("1.2.840.113549.1.1.10", parameters);
    expect(await verify(key, PSS_SIGNATURE, pss(PSS_PARAMETERS))).toBe("holds");
    expect(await verify(key, PSS_SIGNATURE, pss())).toBe("fails");
    expect(await verify(key, PSS_SIGNATURE, pss(PSS_PARAMETERS), { bytes: Uint8Array.of(1) })).toBe("fails");
    expect(await verify(key, KEYS[5][1], pss(PSS_PARAMETERS))).toBe("fails");
  });

  it("is not judged where anybody can make it, or it costs too much", async () => {
    const [key, signature] = KEYS[17];
    const withExponent = (exponent: number) => {
      const der = bytesOf(key);
      der[der.length - 1] = exponent;
      return Buffer.from(der).toString("base64");
    };
    for (const exponent of [0, 1, 2, 16])
      expect(await verify(withExponent(exponent), signature)).toEqual({ unknown: expect.stringContaining("anybody") });
    const work = new WorkMeter().share(0);
    const said = await verifyWithKey(SIGNED, bytesOf(signature), keyOf(bytesOf(key)), algorithmOf(SHA256_RSA), work);
    expect(said).toBe(EXHAUSTED);
  });

  it("is unknown with a hash function that is not safe, or an algorithm that is not known", async () => {
    const [key, signature] = KEYS[17];
    for (const algorithm of ["1.2.840.113549.1.1.4", "1.2.3.4"])
      expect(await verify(key, signature, algorithmOf(algorithm))).toEqual({ unknown: expect.any(String) });
  });
});

describe("a signature by Ed25519", () => {
  it("holds, and not for other bytes", async () => {
    const algorithm = algorithmOf("1.3.101.112");
    expect(await verify(ED25519_KEY, ED25519_SIGNATURE, algorithm)).toBe("holds");
    expect(await verify(ED25519_KEY, ED25519_SIGNATURE, algorithm, { bytes: Uint8Array.of(1) })).toBe("fails");
  });
});
