<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `people`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ApiKey from SharedTypes
 *
 * @phpstan-type Directory array{
 *   // 1 if a directory may say who is in the workspace.
 *   connected: 0|1,
 *   // What the directory calls the tenant URL, or the base URL.
 *   address: string,
 *   // What its people become; empty if there is none.
 *   role: string,
 *   // When its token was made; empty if there is none.
 *   created_at: string,
 *   // When it was last here; empty for never.
 *   last_used_at: string,
 * }
 *
 * @phpstan-type Invitation array{
 *   // Identifier of the invitation.
 *   id: string,
 *   // Who is invited.
 *   email: string,
 *   // What they become.
 *   role: string,
 *   // Folders where they get another role.
 *   folders: list<InvitationFolder>,
 *   // Id of the person who invites; empty for an API key.
 *   invited_by: string,
 *   // When it was sent.
 *   created_at: string,
 *   // Until when it can be accepted.
 *   expires_at: string,
 * }
 *
 * @phpstan-type InvitationFolder array{
 *   // Id of the folder.
 *   id: string,
 *   // The role in it; `none` for nothing.
 *   role: string,
 * }
 *
 * @phpstan-type InvitationOffer array{
 *   // Name of the workspace.
 *   workspace: string,
 *   // Who is invited.
 *   email: string,
 *   // What they become.
 *   role: string,
 *   // Until when it can be accepted.
 *   expires_at: string,
 * }
 *
 * @phpstan-type Issuer array{
 *   // Identifier of the issuer.
 *   id: string,
 *   // Its name for people.
 *   name: string,
 *   // The issuer's identifier.
 *   issuer: string,
 *   // This service as the issuer's client.
 *   client_id: string,
 *   // 1 if there is a client secret, which is not shown.
 *   has_secret: 0|1,
 *   // The domain whose people sign in by it.
 *   domain: string,
 *   // 1 while the domain's record is there: only then people can sign in.
 *   proved: 0|1,
 *   // The name of the TXT record that proves the domain.
 *   record_name: string,
 *   // What the record has to say.
 *   record_value: string,
 *   // The redirect address that the issuer has to know.
 *   redirect_uri: string,
 *   // The role of people whom nobody invited; `none`: they are turned away.
 *   newcomer_role: string,
 *   // 1: the workspace's people sign in by this issuer only.
 *   only_way: 0|1,
 *   // When it was set.
 *   created_at: string,
 * }
 *
 * @phpstan-type NewDirectory array{
 *   // 1 if a directory may say who is in the workspace.
 *   connected: 0|1,
 *   // What the directory calls the tenant URL, or the base URL.
 *   address: string,
 *   // What its people become; empty if there is none.
 *   role: string,
 *   // When its token was made; empty if there is none.
 *   created_at: string,
 *   // When it was last here; empty for never.
 *   last_used_at: string,
 *   // The bearer token that the directory has to send.
 *   token: string,
 * }
 *
 * @phpstan-type PeopleAcceptInvitationBody array{
 *   // What follows # in the invitation's link.
 *   token: string,
 *   // A name for people.
 *   name: string,
 * }
 *
 * @phpstan-type PeopleCreateDirectoryBody array{
 *   // What the directory's people become.
 *   role: 'editor'|'operator'|'viewer'|'auditor',
 * }
 *
 * @phpstan-type PeopleCreateInvitationBody array{
 *   // E-mail address.
 *   email: string,
 *   // `owner`, `editor`, `operator`, `viewer` or `auditor`.
 *   role: 'owner'|'editor'|'operator'|'viewer'|'auditor',
 *   // Folders where the person has another role, in place of all that were there.
 *   folders?: list<PeopleUpdateBodyFolder>,
 * }
 *
 * @phpstan-type PeopleCreateIssuerBody array{
 *   // Its name for people.
 *   name: string,
 *   // The issuer's identifier, as its tokens have it.
 *   issuer: string,
 *   // The id that the issuer has given to this service.
 *   client_id: string,
 *   // The secret that belongs to it; empty for none, left out to keep the one that is there.
 *   client_secret?: string,
 *   // The domain whose people sign in by it.
 *   domain: string,
 *   // The role of people whom nobody invited; `none`: they are turned away.
 *   newcomer_role?: 'none'|'editor'|'operator'|'viewer'|'auditor',
 *   // 1: the workspace's people sign in by this issuer only. API keys go on as they are.
 *   only_way?: bool,
 * }
 *
 * @phpstan-type PeopleFirstOwnerBody array{
 *   // E-mail address.
 *   email: string,
 *   // A name for people.
 *   name?: string,
 * }
 *
 * @phpstan-type PeopleUpdateBody array{
 *   // A name for people.
 *   name?: string,
 *   // `owner`, `editor`, `operator`, `viewer` or `auditor`.
 *   role?: 'owner'|'editor'|'operator'|'viewer'|'auditor',
 *   // Folders where the person has another role, in place of all that were there.
 *   folders?: list<PeopleUpdateBodyFolder>,
 * }
 *
 * @phpstan-type PeopleUpdateBodyFolder array{
 *   // Id of the folder.
 *   id: string,
 *   // The role in it and below it; `none` for nothing.
 *   role: 'editor'|'operator'|'viewer'|'none',
 * }
 *
 * @phpstan-type Person array{
 *   // Identifier of the person.
 *   id: string,
 *   // Their name.
 *   name: string,
 *   // Their address, in small letters.
 *   email: string,
 *   // What they may do in the workspace.
 *   role: 'owner'|'editor'|'operator'|'viewer'|'auditor',
 *   // Folders where they have another role.
 *   folders: list<PersonFolder>,
 *   // What they have signed in by besides mail: `passkey`, and issuers by their address.
 *   ways: list<string>,
 *   // Since when they are a member.
 *   created_at: string,
 *   // When they were last here; empty for never.
 *   last_seen_at: string,
 *   // 1 for whoever asks.
 *   current: 0|1,
 * }
 *
 * @phpstan-type PersonAccess array{
 *   // Keys they made and that work.
 *   keys: list<ApiKey>,
 *   // Browsers that are signed in.
 *   sessions: float|int,
 *   // Documents whose merge addresses they could see.
 *   documents: float|int,
 *   // Data routes whose merge addresses they could see.
 *   routes: float|int,
 * }
 *
 * @phpstan-type PersonFolder array{
 *   // Id of the folder.
 *   id: string,
 *   // Its path.
 *   path: string,
 *   // The role in it and below it; `none` for nothing.
 *   role: string,
 * }
 *
 * @phpstan-type SentInvitation array{
 *   // Identifier of the invitation.
 *   id: string,
 *   // Who is invited.
 *   email: string,
 *   // What they become.
 *   role: string,
 *   // Folders where they get another role.
 *   folders: list<InvitationFolder>,
 *   // Id of the person who invites; empty for an API key.
 *   invited_by: string,
 *   // When it was sent.
 *   created_at: string,
 *   // Until when it can be accepted.
 *   expires_at: string,
 *   // 1 if it left by mail.
 *   mailed: 0|1,
 *   // Where no mail leaves: the link to hand over, shown this once. Empty if it was mailed.
 *   link: string,
 *   // Why the mail did not leave; empty otherwise.
 *   mail_problem: string,
 * }
 */
interface PeopleTypes
{
}
