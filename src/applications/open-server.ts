/** How the library's warning begins: clients that name a document instead of registering are not accepted here. */
const EXPECTED = "CIMD (Client ID Metadata Document) is disabled";

/**
 * Loads the authorization server, whose library is large and which most Workers never use. The library's warning about a feature that is
 * off on purpose is suppressed; other warnings get through.
 */
export async function authorizationServer() {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).startsWith(EXPECTED)) warn.apply(console, said);
  };
  try {
    return await import("./authorization-server.ts");
  } finally {
    console.warn = warn;
  }
}
