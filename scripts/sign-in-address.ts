/** The link that signs a browser in: the token is after #, so that it reaches no server's log. */
export const signInAddress = (base: string, token: string): string => `${base}/console/sign-in#${token}`;
