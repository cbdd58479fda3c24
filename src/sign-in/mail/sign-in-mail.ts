/** What a mail says that signs somebody in. The token stands after the `#`, which no server's log sees. */
export function signInMail({
  address,
  token,
  minutes,
}: {
  /** Root of the service's addresses. */
  address: string;
  token: string;
  minutes: number;
}): { subject: string; text: string } {
  return {
    subject: `Sign in to Docloom at ${new URL(address).host}`,
    text: [
      `Open this link in the browser in which you asked for it, within ${minutes} minutes, and press “Sign in now”. It works once:`,
      `${address}/console/sign-in?way=mail#${token}`,
      "If you did not ask to sign in, do nothing: nobody gets in by your address without this mail.",
    ].join("\n\n"),
  };
}
