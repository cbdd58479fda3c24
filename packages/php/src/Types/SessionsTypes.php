<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `sessions`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ApprovalAskedBy from SharedTypes
 *
 * @phpstan-type Passkey array{
 *   // Identifier of the passkey.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 1 if it is kept elsewhere, too: it survives the device.
 *   backed_up: 0|1,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last used; empty for never.
 *   last_used_at: string,
 * }
 *
 * @phpstan-type PasskeyRegistrationInput array{
 *   // The passkey's id.
 *   id: string,
 *   // The same id.
 *   rawId: string,
 *   // Always `public-key`.
 *   type: 'public-key',
 *   // What extensions say; none is asked for.
 *   clientExtensionResults?: array<string, mixed>,
 *   // The passkey's own answer.
 *   response: PasskeyRegistrationInputResponse,
 * }
 *
 * @phpstan-type PasskeyRegistrationInputResponse array{
 *   // What the browser says of the page, the challenge and the kind.
 *   clientDataJSON: string,
 *   // The new public key, and what the passkey says of itself.
 *   attestationObject: string,
 *   // The ways by which the browser reaches the passkey.
 *   transports?: list<string>,
 * }
 *
 * @phpstan-type PasskeyUseInput array{
 *   // The passkey's id.
 *   id: string,
 *   // The same id.
 *   rawId: string,
 *   // Always `public-key`.
 *   type: 'public-key',
 *   // What extensions say; none is asked for.
 *   clientExtensionResults?: array<string, mixed>,
 *   // The passkey's own answer.
 *   response: PasskeyUseInputResponse,
 * }
 *
 * @phpstan-type PasskeyUseInputResponse array{
 *   // What the browser says of the page, the challenge and the kind.
 *   clientDataJSON: string,
 *   // For which service it answers, and whether the person was asked.
 *   authenticatorData: string,
 *   // Its signature of both.
 *   signature: string,
 *   // Whose it is, as the passkey has it.
 *   userHandle?: string,
 * }
 *
 * @phpstan-type Session array{
 *   // Identifier of the session.
 *   id: string,
 *   // The API key that signed in; empty for a sign-in link.
 *   key_id: string,
 *   // The name of that key.
 *   key_name: string,
 *   // The workspace.
 *   workspace_id: string,
 *   // The workspace's name.
 *   workspace: string,
 *   // Who has signed in; empty for a key, and for a sign-in link.
 *   person_id: string,
 *   // Their name.
 *   person: string,
 *   // How it was opened: `key`, `link`, `mail`, `passkey`, `oidc` ...
 *   way: string,
 *   // What the browser calls itself.
 *   user_agent: string,
 *   // When it signed in.
 *   created_at: string,
 *   // To within five minutes.
 *   last_used_at: string,
 *   // When the session ends by itself.
 *   expires_at: string,
 *   // 1 for the session of the request itself.
 *   current: 0|1,
 * }
 *
 * @phpstan-type SessionsAccessSignInBody array{
 *   // Where to go afterwards: an address of the console.
 *   to?: string,
 * }
 *
 * @phpstan-type SessionsCreateBody array{
 *   // An API key.
 *   key?: string,
 *   // The key's secret.
 *   secret?: string,
 *   // What follows # in a sign-in link, in place of key and secret.
 *   token?: string,
 * }
 *
 * @phpstan-type SessionsCreatePasskeyBody array{
 *   // A name for people.
 *   name: string,
 *   // The challenge of the options.
 *   challenge: string,
 *   // What the browser gave.
 *   response: PasskeyRegistrationInput,
 * }
 *
 * @phpstan-type SessionsIssuersSignInBody array{
 *   // E-mail address
 *   email: string,
 * }
 *
 * @phpstan-type SessionsMailSignInBody array{
 *   // E-mail address
 *   email: string,
 *   // Where to go afterwards: an address of the console.
 *   to?: string,
 * }
 *
 * @phpstan-type SessionsOpenidSignInBody array{
 *   // Where to go afterwards: an address of the console.
 *   to?: string,
 *   // The address that somebody has typed, as a hint for the issuer.
 *   email?: string,
 *   // 1: the issuer is to ask anew who it is.
 *   fresh?: bool,
 * }
 *
 * @phpstan-type SessionsOptionsSignInPasskey array{
 *   // What the passkey signs.
 *   challenge: string,
 * }
 *
 * @phpstan-type SessionsPasskeySignInBody array{
 *   // The challenge of the options.
 *   challenge: string,
 *   // What the browser gave.
 *   response: PasskeyUseInput,
 *   // Where to go afterwards: an address of the console.
 *   to?: string,
 * }
 *
 * @phpstan-type SessionsUseSignInMail array{
 *   // Where to go: an address of the console.
 *   to: string,
 * }
 *
 * @phpstan-type WaysToSignIn array{
 *   // 1 where links to sign in are sent by mail.
 *   mail: 0|1,
 *   // 1 where passkeys can be used.
 *   passkey: 0|1,
 *   // Why passkeys cannot be used here; empty if they can.
 *   passkey_reason: string,
 *   // 1 if Cloudflare Access has let this browser through.
 *   access: 0|1,
 *   // Issuers that the service knows for everybody.
 *   issuers: list<ApprovalAskedBy>,
 * }
 */
interface SessionsTypes
{
}
