/** The link that signs a browser in: the token is after #, so that it reaches no server's log. */
export const signInAddress = (base: string, token: string): string => `${base}/console/sign-in#${token}`;

/** The page that an invitation's link opens. */
export const invitationAddress = (base: string, token: string): string => `${base}/console/invitation#${token}`;
