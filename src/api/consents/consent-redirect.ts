import type { RequestContext } from "../../http/context.ts";
import { ownAddress } from "../sign-in/own-address.ts";

/** The one address that all platforms send browsers back to. */
export const consentRedirect = (context: RequestContext): string => `${ownAddress(context)}/api/consents/callback`;
