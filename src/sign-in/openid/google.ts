/** Google's issuer, which differs from others: it says of accounts of companies whose they are, and has no `prompt=login`. */
export const GOOGLE = "https://accounts.google.com";
