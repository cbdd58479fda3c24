CREATE TABLE `folder_rights` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`folder_id` text NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`, `folder_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `folder_rights_by_folder` ON `folder_rights` (`folder_id`);--> statement-breakpoint
CREATE INDEX `folder_rights_by_person` ON `folder_rights` (`person_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`folders` text NOT NULL,
	`token_sha256` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_token` ON `invitations` (`token_sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_email` ON `invitations` (`workspace_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitations_expiring` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `memberships_by_person` ON `memberships` (`person_id`);--> statement-breakpoint
CREATE TABLE `persons` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_by_email` ON `persons` (`workspace_id`,`email`);--> statement-breakpoint
CREATE INDEX `persons_by_address` ON `persons` (`email`);--> statement-breakpoint
ALTER TABLE `browser_sessions` ADD `person_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `browser_sessions` ADD `way` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `browser_sessions` ADD `fresh_at` integer;--> statement-breakpoint
CREATE INDEX `browser_sessions_by_person` ON `browser_sessions` (`person_id`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `rights` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `folders` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `made_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `revoked_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_by_maker` ON `api_keys` (`workspace_id`,`made_by`);