/** What the screen says when an issuer has sent somebody back and nobody was let in. */
const WORDS: Readonly<Record<string, string>> = {
  issuer_unavailable:
    "The sign-in service is not answering, or is not set up rightly. Try again in a few minutes, or sign in another way.",
  issuer_declined: "The sign-in service did not let you in. If you did not cancel it yourself, ask its administrators.",
  attempt_unknown:
    "This sign-in was begun in another browser, was used before, or took longer than fifteen minutes. Begin again here.",
  token_refused: "What the sign-in service answered does not fit what was asked, so nobody was signed in. Begin again.",
  email_not_verified:
    "The sign-in service does not say that your e-mail address is yours. Verify it there, or ask your administrators.",
  not_invited:
    "You are not a member of a workspace here. Ask one of its owners to invite you by the address you sign in with.",
  other_account:
    "Your e-mail address belongs to another account here. If it was somebody else's before, ask an owner to let that person go and to invite you.",
  other_way_required:
    "Your workspace asks its people to sign in by the company's account. Type your e-mail address to get there.",
};

/** @param failed as it stands in the address, from anybody */
export const failedWords = (failed: string | undefined): string =>
  failed === undefined ? "" : (WORDS[failed] ?? "Signing in did not work. Try again, or sign in another way.");
