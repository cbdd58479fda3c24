ALTER TABLE `session_posts` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` DROP COLUMN `internal_hosts`;--> statement-breakpoint
DELETE FROM `sessions`;
