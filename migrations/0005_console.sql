CREATE TABLE `samples` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer NOT NULL,
	`name` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `samples_by_name` ON `samples` (`document_id`,`name`);--> statement-breakpoint
DROP INDEX `outbox_dead`;--> statement-breakpoint
CREATE INDEX `outbox_by_workspace` ON `outbox` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_by_status` ON `outbox` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_by_delivery` ON `outbox` (`delivery_id`,`id`);--> statement-breakpoint
DROP INDEX `runs_failed`;--> statement-breakpoint
CREATE INDEX `runs_by_status` ON `runs` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `runs_by_time` ON `runs` (`workspace_id`,`accepted_at`,`document_id`,`test`,`status`);--> statement-breakpoint
DROP INDEX `documents_by_folder`;--> statement-breakpoint
CREATE INDEX `documents_by_folder` ON `documents` (`folder_id`,`id`);--> statement-breakpoint
DROP INDEX `routes_by_folder`;--> statement-breakpoint
CREATE INDEX `routes_by_folder` ON `routes` (`folder_id`,`id`);--> statement-breakpoint
ALTER TABLE `template_versions` ADD `created_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `template_versions` ADD `draft` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `attempts_by_workspace` ON `attempts` (`workspace_id`,`id`);