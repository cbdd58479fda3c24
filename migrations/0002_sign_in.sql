CREATE TABLE `browser_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_sha256` text NOT NULL,
	`workspace_id` text NOT NULL,
	`key_id` text DEFAULT '' NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `browser_sessions_by_token` ON `browser_sessions` (`token_sha256`);--> statement-breakpoint
CREATE INDEX `browser_sessions_by_workspace` ON `browser_sessions` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `browser_sessions_expiring` ON `browser_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`token_sha256` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_links_expiring` ON `sign_in_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;