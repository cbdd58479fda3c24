CREATE TABLE `delivery_targets` (
	`workspace_id` text NOT NULL,
	`target` text NOT NULL,
	`failures` integer NOT NULL,
	`rest_until` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `target`)
);
--> statement-breakpoint
ALTER TABLE `links` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `links` ADD `locked_until` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `queued_until` integer;--> statement-breakpoint
CREATE INDEX `outbox_sending` ON `outbox` (`workspace_id`,`target`) WHERE status = 'sending';--> statement-breakpoint
ALTER TABLE `runs` ADD `data_expires_at` integer;--> statement-breakpoint
CREATE INDEX `runs_data_expiring` ON `runs` (`data_expires_at`) WHERE data_expires_at is not null;