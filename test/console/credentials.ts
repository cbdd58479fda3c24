/** The key pair of the service that the flows run against. */
export const KEY = "console-key";
export const SECRET = "console-secret-of-the-tests";

/** Documents that the service of the flows has beside their own. */
export const MANY = 1_200;
