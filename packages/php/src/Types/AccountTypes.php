<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `account`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type Account array{
 *   // Merges.
 *   merges: float|int,
 *   // Test merges.
 *   test_merges: float|int,
 *   // Identifier of the workspace.
 *   id: string,
 *   // Its name.
 *   name: string,
 *   // The same counts in this month (UTC).
 *   month: AccountMonth,
 *   // Language and region for documents that do not set their own; empty for the service's own.
 *   locale: string,
 *   // Time zone for documents that do not set their own.
 *   timezone: string,
 *   // Currency for documents that do not set their own.
 *   currency: string,
 *   // Days for which merged files are kept; empty for the service's default.
 *   retention_days: string,
 *   // Hosts of private networks that webhooks and file addresses may name, as whoever runs the service
 *   // allows.
 *   internal_hosts: list<string>,
 *   // Who is notified of runs and deliveries that are given up: a web address or e-mail addresses; empty
 *   // for nobody.
 *   alert_address: string,
 *   // Days for which entries of the log are kept; empty for ever.
 *   audit_days: string,
 *   // Whether calls to a web address are signed.
 *   alert_signed: bool,
 *   // Merges allowed in a month: there is no limit, so 2147483647.
 *   max_merges: float|int,
 *   // Merges of this month (UTC).
 *   merge_count: float|int,
 *   // The same for test merges.
 *   max_test_merges: float|int,
 *   // Test merges of this month.
 *   test_merge_count: float|int,
 *   // When the month's counts start again, `YYYY-MM-DD HH:MM:SS` (UTC).
 *   merge_next_reset: string,
 * }
 *
 * @phpstan-type AccountCreateConsentBody array{
 *   // Kind of delivery.
 *   type: 'google_drive'|'dropbox',
 *   // Id of an application of yours; the service's own when absent.
 *   client_id?: string,
 *   // Its secret; as it was shown, or left out, it is that of the delivery.
 *   client_secret?: string,
 *   // The document of a delivery that has the secret already.
 *   document_id?: string,
 *   // Its data route, in place of a document.
 *   route_id?: string,
 *   // That delivery.
 *   delivery_id?: string,
 * }
 *
 * @phpstan-type AccountCreateKeyBody array{
 *   // A name for people.
 *   name: string,
 *   // What the key may; what its maker may when absent.
 *   rights?: list<'document:read'|'document:write'|'document:publish'|'delivery:write'|'merge'|'run:read'|'run:data'|'run:write'|'tool:use'|'identity:use'|'identity:manage'|'font:write'|'account:read'|'account:write'|'key:read'|'key:manage'|'people:read'|'people:manage'|'audit:read'|'bin:remove'>,
 *   // Ids of the only folders, with those below them, that the key may use; all when absent.
 *   folders?: list<string>,
 *   // When the key stops working by itself; never when absent.
 *   expires_at?: string,
 * }
 *
 * @phpstan-type AccountMonth array{
 *   // Merges.
 *   merges: float|int,
 *   // Test merges.
 *   test_merges: float|int,
 * }
 *
 * @phpstan-type AccountUpdateBody array{
 *   // A name for people.
 *   name?: string,
 *   // Language and region for documents that do not set their own, such as `en-US`.
 *   locale?: string,
 *   // Time zone for documents that do not set their own, such as `Europe/Berlin`.
 *   timezone?: string,
 *   // Currency for documents that do not set their own, such as `EUR`.
 *   currency?: string,
 *   // Days for which merged files are kept.
 *   retention_days?: int,
 *   // As it is: which hosts of private networks may be named is set by whoever runs the service
 *   // (`INTERNAL_HOSTS`).
 *   internal_hosts?: list<string>,
 *   // Days for which entries of the log are kept, at least 30; empty for ever. Only entries before a signed
 *   // head are removed.
 *   audit_days?: int,
 *   // Who is notified of runs and deliveries that are given up: a web address, which is called, or e-mail
 *   // addresses.
 *   alert_address?: string,
 * }
 *
 * @phpstan-type AccountUpdateKeyBody array{
 *   // A name for people.
 *   name?: string,
 *   // What it may; null for what you may.
 *   rights?: list<'document:read'|'document:write'|'document:publish'|'delivery:write'|'merge'|'run:read'|'run:data'|'run:write'|'tool:use'|'identity:use'|'identity:manage'|'font:write'|'account:read'|'account:write'|'key:read'|'key:manage'|'people:read'|'people:manage'|'audit:read'|'bin:remove'>,
 *   // The only folders it may use; null for all.
 *   folders?: list<string>,
 *   // When it stops working; null for never.
 *   expires_at?: string,
 * }
 *
 * @phpstan-type AccountUpdateMailServerBody array{
 *   // Sender of mails that name none.
 *   sender: string,
 *   // The mail server.
 *   host: string,
 *   // Its port: 25, 465, 587 or 2525; what is usual for the security when absent.
 *   port?: int,
 *   // `tls` from the first byte, `starttls` (when absent), or `none`, without a password.
 *   security?: 'starttls'|'tls'|'none',
 *   // Name of the login; empty for none.
 *   user?: string,
 *   // Its password, kept encrypted; left out or as it was shown: the one that is kept.
 *   password?: string,
 *   // Where the domain's DKIM key is, if your mail provider named one.
 *   dkim_selector?: string,
 * }
 *
 * @phpstan-type BegunConsent array{
 *   // Address of the platform.
 *   url: string,
 *   // Comes back with what was given.
 *   state: string,
 * }
 *
 * @phpstan-type Consents array{
 *   // The address that an application of your own has to be registered with.
 *   redirect_uri: string,
 *   // The kinds, in the order in which the console shows them.
 *   platforms: list<ConsentsPlatform>,
 * }
 *
 * @phpstan-type ConsentsPlatform array{
 *   // Kind of delivery.
 *   type: 'google_drive'|'dropbox',
 *   // The platform.
 *   name: string,
 *   // 1: the service has an application of its own; none has to be named.
 *   application: 0|1,
 * }
 *
 * @phpstan-type MailServer array{
 *   // How mails leave: by the workspace's own server, by the service's, or not at all: they are kept in the
 *   // local mailbox.
 *   way: 'server'|'service'|'kept_here',
 *   // Sender of mails that name none; empty without a server.
 *   sender: string,
 *   // The server; empty for none.
 *   host: string,
 *   // Its port; 0 without a server.
 *   port: int,
 *   // `tls` from the first byte, `starttls`, or `none`.
 *   security: 'starttls'|'tls'|'none',
 *   // Name of the login; empty for none.
 *   user: string,
 *   // Eight stars if there is one; it is never shown.
 *   password: string,
 *   // Where the domain's DKIM key is; empty: usual names are tried.
 *   dkim_selector: string,
 *   // The sender's domain; empty without a server.
 *   domain: string,
 *   // What the DNS says about mails of the domain; with `check=1`, and after it was saved.
 *   checks?: list<SenderCheck>,
 * }
 *
 * @phpstan-type NewApiKey array{
 *   // The key: the user name of the pair.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last used, to within five minutes; empty for never.
 *   last_used_at: string,
 *   // When it was revoked; empty while it works.
 *   revoked_at: string,
 *   // When it stops working by itself; empty for never.
 *   expires_at: string,
 *   // What it may; null for everything.
 *   rights: list<string>|null,
 *   // Ids of the only folders it may use; null for all.
 *   folders: list<string>|null,
 *   // The person who made it; empty for another key and the command line.
 *   made_by: string,
 *   // The person who revoked it; empty if nobody is known.
 *   revoked_by: string,
 *   // 1 for the key of the request itself.
 *   current: 0|1,
 *   // The secret: the password of the pair.
 *   secret: string,
 * }
 *
 * @phpstan-type SenderCheck array{
 *   // What was looked up.
 *   name: 'spf'|'dkim'|'dmarc',
 *   // Whether receivers find what they look for.
 *   ok: bool,
 *   // What was found, or what is missing and what to do.
 *   message: string,
 * }
 *
 * @phpstan-type Usage array{
 *   // The day (UTC), when counted by day.
 *   day?: string,
 *   // The month (UTC), when counted by month.
 *   month?: string,
 *   // The document, when counted by document.
 *   document_id?: string,
 *   // Merges that are done.
 *   merges: int,
 *   // Test merges that are done.
 *   test_merges: int,
 *   // Merges and test merges that failed.
 *   failed: int,
 *   // With `by=total`: what the workspace keeps now: template versions, samples, fonts, data and files of
 *   // runs, sessions.
 *   storage_bytes?: int,
 *   // With `by=total`: what it may keep.
 *   storage_quota_bytes?: int,
 * }
 *
 * @phpstan-type User array{
 *   // The API key.
 *   id: string,
 *   // Its name, or the workspace's.
 *   name: string,
 *   // The workspace.
 *   account_id: string,
 *   // Its name.
 *   account: string,
 *   // Who has signed in; empty for an API key.
 *   person_id: string,
 *   // Their address.
 *   email: string,
 *   // What the credentials may do in the workspace.
 *   rights: list<string>,
 *   // Folders, with those below them, in which the credentials have other rights.
 *   folders: list<UserFolder>,
 * }
 *
 * @phpstan-type UserFolder array{
 *   // Path of the folder.
 *   path: string,
 *   // What the credentials may do in it.
 *   rights: list<string>,
 * }
 */
interface AccountTypes
{
}
