import { Buffer } from "node:buffer";

/** Settings of every service of the tests. */
export const FIRST_CREDENTIALS = { API_KEY: "test-key", API_SECRET: "test-secret" };

/** The header of its first credentials. */
export const AUTHORIZATION = `Basic ${Buffer.from(Object.values(FIRST_CREDENTIALS).join(":")).toString("base64")}`;
