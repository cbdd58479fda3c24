CREATE TABLE `application_records` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `application_records_expiring` ON `application_records` (`expires_at`);--> statement-breakpoint
CREATE TABLE `directories` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`token_sha256` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directories_by_token` ON `directories` (`token_sha256`);--> statement-breakpoint
CREATE TABLE `directory_users` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_name` text NOT NULL,
	`user_name_key` text NOT NULL,
	`external_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_users_by_name` ON `directory_users` (`workspace_id`,`user_name_key`);--> statement-breakpoint
CREATE INDEX `directory_users_by_external_id` ON `directory_users` (`workspace_id`,`external_id`);--> statement-breakpoint
CREATE TABLE `issuers` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`sealed_secret` text,
	`domain` text NOT NULL,
	`proof_token` text NOT NULL,
	`proved_at` integer,
	`checked_at` integer,
	`newcomer_role` text,
	`is_only_way` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issuers_by_workspace` ON `issuers` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `issuers_by_domain` ON `issuers` (`domain`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_person` ON `passkeys` (`person_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `person_identities` (
	`workspace_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`client_id` text NOT NULL,
	`person_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `issuer`, `subject`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `person_identities_by_subject` ON `person_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `person_identities_by_person` ON `person_identities` (`person_id`,`issuer`,`client_id`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`token_sha256` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`browser_sha256` text NOT NULL,
	`recipient_sha256` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_by_recipient` ON `sign_in_attempts` (`recipient_sha256`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_expiring` ON `sign_in_attempts` (`expires_at`);