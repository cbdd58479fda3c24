import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

/** CBOR (RFC 8949) of what attestations hold: integers, bytes, texts, maps. */
function cbor(value: number | Uint8Array | string | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...members]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** An authenticator with one passkey on P-256, which does what a browser and its device do between them. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #uses = 0;

  register({ rpId, origin, challenge, verified = true }: Asked) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", Buffer.concat([this.#data(rpId, verified ? 0x45 : 0x41), attested])],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  use({ rpId, origin, challenge, verified = true }: Asked) {
    this.#uses++;
    const data = this.#data(rpId, verified ? 0x05 : 0x01);
    const client = clientData("webauthn.get", challenge, origin);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey)),
      },
    };
  }

  /** As an authenticator says it that was copied before its last uses. */
  setBack(uses: number): void {
    this.#uses = uses;
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #named() {
    const id = base64url(this.id);
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }
}

interface Asked {
  rpId: string;
  origin: string;
  challenge: string;
  verified?: boolean;
}

const clientData = (type: string, challenge: string, origin: string): string =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false });
