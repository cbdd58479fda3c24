import type { CDPSession, Page } from "puppeteer-core";

/** A device that keeps passkeys, as Chromium has one for tests: it is always at hand, and says that its owner was verified. */
export interface Authenticator {
  devtools: CDPSession;
  authenticatorId: string;
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.createCDPSession();
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  return { devtools, authenticatorId };
}
