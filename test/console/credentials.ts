/** The key pair of the service that the flows run against. */
export const KEY = "console-key";
export const SECRET = "console-secret-of-the-tests";
