import "../app/styles.css";
import { CLIENT_ID, RIGHTS, SIGN_IN_PATH } from "./session/client-facts.ts";

/**
 * The window of the sign-in. It begins here, so that office.js knows the window from its first page on; goes to the service's own
 * question; comes back here with a code, and says so to the pane.
 */
async function run(): Promise<void> {
  const query = new URLSearchParams(window.location.search);
  if (query.has("code") || query.has("error")) return await comeBack(query);
  const [challenge, state] = [query.get("challenge"), query.get("state")];
  if (!challenge || !state) return show("This window belongs to the add-in in Word, Excel or PowerPoint.");

  await window.Office?.onReady();
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: window.location.origin + SIGN_IN_PATH,
    code_challenge: challenge,
    code_challenge_method: "S256",
    scope: RIGHTS.join(" "),
    state,
  });
  window.location.replace(`/console/authorize?${asked}`);
}

async function comeBack(query: URLSearchParams): Promise<void> {
  const message = JSON.stringify({
    state: query.get("state"),
    code: query.get("code") ?? undefined,
    error: query.get("error") ?? undefined,
  });
  await window.Office?.onReady();
  // Providers may cut the window from the pane on their way; whoever is signed in by now does not pass them again.
  show("You are signed in. If this window stays, close it, and press “Sign in” in the pane once more.");
  // Without a target it reaches a page of this service only.
  window.Office?.context.ui.messageParent(message);
}

function show(text: string): void {
  const place = document.getElementById("message");
  if (place) place.textContent = text;
}

void run();
