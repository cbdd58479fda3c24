import { settled } from "../office/common-document.ts";
import type { OfficeDialog, OfficeUi } from "../office/office-api.ts";
import { SIGN_IN_PATH } from "./client-facts.ts";
import { newProof, randomText } from "./proof.ts";

/** What the window says when it comes back, as JSON: members of the authorization response (RFC 6749, 4.1.2). */
interface Returned {
  state: string;
  code?: string;
  error?: string;
}

/** Per cent of the screen. */
const SIZE = { height: 75, width: 40 };

/** Somebody closed the window, or turned the add-in away: no failure. */
export class SignInGivenUp extends Error {}

/**
 * Has the person sign in in a window of their own, since cookies are kept from frames of other sites. The window brings a code,
 * which is good for nothing without the verifier that never leaves this page.
 * @throws SignInGivenUp, Error in words for the person
 */
export async function askForCode(ui: OfficeUi): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = await newProof();
  const state = randomText();
  const address = new URL(SIGN_IN_PATH, window.location.origin);
  address.search = new URLSearchParams({ challenge, state }).toString();

  const dialog = await settled<OfficeDialog>((done) => ui.displayDialogAsync(address.href, SIZE, done));
  try {
    const returned = await messageOf(dialog);
    if (returned.state !== state) throw new Error("The answer belongs to another sign-in. Try again.");
    if (returned.error === "access_denied") throw new SignInGivenUp();
    if (!returned.code) throw new Error(`The service let nobody in: ${returned.error ?? "no reason was given"}.`);
    return { code: returned.code, verifier };
  } finally {
    dialog.close();
  }
}

function messageOf(dialog: OfficeDialog): Promise<Returned> {
  return new Promise((resolve, reject) => {
    dialog.addEventHandler("dialogMessageReceived", ({ message = "" }) => {
      try {
        resolve(JSON.parse(message) as Returned);
      } catch (error) {
        reject(new Error("The window answered something that is no sign-in.", { cause: error }));
      }
    });
    dialog.addEventHandler("dialogEventReceived", () => reject(new SignInGivenUp()));
  });
}
