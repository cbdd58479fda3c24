CREATE TABLE `move_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` text NOT NULL,
	`position` integer NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `move_changes_in_order` ON `move_changes` (`workspace_id`,`position`,`seq`);--> statement-breakpoint
CREATE TABLE `moves` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`step` text NOT NULL,
	`asked_at` integer NOT NULL,
	`moved_at` integer,
	`problem` text
);
--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `workspace_id` text;