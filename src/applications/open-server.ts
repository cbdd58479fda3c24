/** What the library says when it is loaded: clients that name a document instead of registering are not taken here. */
const EXPECTED = "CIMD (Client ID Metadata Document) is disabled";

/**
 * The authorization server. Its library is large, and most Workers never use it. When it is loaded it warns of something that is
 * meant so; what else is warned of meanwhile goes on.
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
