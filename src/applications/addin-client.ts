/** The add-in for Office, which is part of the service: nobody registers it, and it is known by this id. */
export const ADDIN_CLIENT_ID = "office-add-in";

/** Its record as the authorization server's library keeps those that register: public, so that PKCE proves it (RFC 7636). */
export const addinClient = (publicBaseUrl: string) => ({
  clientId: ADDIN_CLIENT_ID,
  clientName: "Docloom in Word, Excel and PowerPoint",
  redirectUris: [`${publicBaseUrl}/addin/sign-in`],
  tokenEndpointAuthMethod: "none",
  grantTypes: ["authorization_code", "refresh_token"],
  responseTypes: ["code"],
});
