CREATE TABLE `kept_files` (
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`workspace_id` text NOT NULL,
	`of_document_id` integer,
	`of_route_id` integer,
	`whole_id` text,
	`whole_route_id` integer,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`blob_key` text NOT NULL,
	`document_id` integer,
	`rule_id` text,
	`expires_at` integer,
	PRIMARY KEY(`run_id`, `position`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_files_by_blob` ON `kept_files` (`blob_key`);--> statement-breakpoint
CREATE INDEX `kept_files_by_document` ON `kept_files` (`of_document_id`) WHERE of_document_id is not null;--> statement-breakpoint
CREATE INDEX `kept_files_by_route` ON `kept_files` (`of_route_id`) WHERE of_route_id is not null;--> statement-breakpoint
CREATE INDEX `kept_files_by_whole` ON `kept_files` (`whole_id`) WHERE whole_id is not null;--> statement-breakpoint
CREATE INDEX `kept_files_by_whole_route` ON `kept_files` (`whole_route_id`) WHERE whole_route_id is not null;--> statement-breakpoint
CREATE INDEX `kept_files_expiring` ON `kept_files` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `__new_links` (
	`token_sha256` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`password_hash` text,
	`once` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`locked_until` integer
);
--> statement-breakpoint
INSERT INTO `__new_links`("token_sha256", "workspace_id", "run_id", "position", "password_hash", "once", "created_at", "expires_at", "used_at", "failures", "locked_until") SELECT "token_sha256", "workspace_id", "run_id", "position", "password_hash", "once", "created_at", "expires_at", "used_at", "failures", "locked_until" FROM `links`;--> statement-breakpoint
DROP TABLE `links`;--> statement-breakpoint
ALTER TABLE `__new_links` RENAME TO `links`;--> statement-breakpoint
CREATE INDEX `links_expiring` ON `links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `links_by_run` ON `links` (`run_id`);--> statement-breakpoint
CREATE TRIGGER `stored_kept_file` AFTER INSERT ON `kept_files`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_kept_file` AFTER DELETE ON `kept_files`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`size_bytes` WHERE `id` = old.`workspace_id`;
END;
