import { expect, it } from "vitest";
import { SoftwareAuthenticator } from "../testing/software-authenticator.ts";
import { creationOptions, requestOptions, verifiedRegistration, verifiedUse } from "./passkeys.ts";
import { type RelyingParty, relyingParty } from "./relying-party.ts";

const party: RelyingParty = { id: "docs.example.com", origin: "https://docs.example.com" };
const asked = { rpId: party.id, origin: party.origin };
const person = { id: "p1", email: "ada@example.com", name: "Ada" };

async function registered() {
  const device = new SoftwareAuthenticator();
  const { challenge } = await creationOptions(party, person, []);
  const passkey = await verifiedRegistration(party, device.register({ ...asked, challenge }), challenge);
  if (!passkey) throw new Error("not registered");
  return { device, passkey };
}

it("are made for a person, kept on the device and under its lock, and used again", async () => {
  const options = await creationOptions(party, person, [{ id: "b2xk", transports: ["usb"] }]);
  expect(options).toMatchObject({
    rp: { id: party.id },
    attestation: "none",
    excludeCredentials: [{ id: "b2xk" }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { device, passkey } = await registered();
  expect(passkey).toMatchObject({ counter: 0, transports: ["internal"], isBackedUp: false });
  const { challenge, allowCredentials = [] } = await requestOptions(party);
  expect(allowCredentials).toEqual([]);
  expect(await verifiedUse(party, device.use({ ...asked, challenge }), challenge, passkey)).toEqual({
    counter: 1,
    isBackedUp: false,
  });
});

it("are refused for another challenge, page, host or key, without the device's lock, or as a copy of an old state", async () => {
  const { device, passkey } = await registered();
  const { device: outsider } = await registered();
  const { challenge } = await requestOptions(party);
  const use = (change: Partial<Parameters<typeof device.use>[0]>, by = device) =>
    verifiedUse(party, by.use({ ...asked, challenge, ...change }), challenge, passkey);
  expect(await use({ challenge: "b3RoZXI" })).toBeUndefined();
  expect(await use({ origin: "https://docs.example.com.evil.example" })).toBeUndefined();
  expect(await use({ rpId: "example.com" })).toBeUndefined();
  expect(await use({ verified: false })).toBeUndefined();
  expect(await use({}, outsider)).toBeUndefined();
  device.setBack(0);
  expect(
    await verifiedUse(party, device.use({ ...asked, challenge }), challenge, { ...passkey, counter: 5 }),
  ).toBeUndefined();

  const fresh = new SoftwareAuthenticator();
  const made = (change: Partial<Parameters<typeof device.use>[0]>) =>
    verifiedRegistration(party, fresh.register({ ...asked, challenge, ...change }), challenge);
  expect(await made({ challenge: "b3RoZXI" })).toBeUndefined();
  expect(await made({ origin: "http://docs.example.com" })).toBeUndefined();
  expect(await made({ verified: false })).toBeUndefined();
});

it("are for names over https and for localhost; elsewhere there is a reason", () => {
  expect(relyingParty("https://docs.example.com/x")).toEqual(party);
  expect(relyingParty("http://localhost:8787")).toEqual({ id: "localhost", origin: "http://localhost:8787" });
  expect(relyingParty("http://127.0.0.1:8787")).toEqual({
    reason: "Browsers make no passkeys for the bare address 127.0.0.1. Open http://localhost:8787 instead.",
  });
  for (const address of ["https://10.1.2.3", "http://[fd00::1]", "http://docs.example.com"])
    expect(relyingParty(address), address).toHaveProperty("reason");
});
