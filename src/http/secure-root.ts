/**
 * Whether what is at this root of addresses goes over https, or does not leave the machine: tokens go no other way
 * (RFC 6749, 3.1.2.1), and Office loads add-ins from nowhere else.
 */
export const isSecureRoot = (publicBaseUrl: string): boolean =>
  /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(publicBaseUrl);
