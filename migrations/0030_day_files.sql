CREATE TABLE `day_counts` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`document_id` integer NOT NULL,
	`merges` integer NOT NULL,
	`test_merges` integer NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `document_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `day_files` (
	`blob_key` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`runs` integer NOT NULL,
	`first_run` text NOT NULL,
	`last_run` text NOT NULL,
	`first_entry` text,
	`last_entry` text,
	`first_attempt` text,
	`last_attempt` text,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`document_ids` text NOT NULL,
	`route_ids` text NOT NULL,
	`parent_ids` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `day_files_by_run` ON `day_files` (`workspace_id`,`last_run`,`first_run`);--> statement-breakpoint
CREATE INDEX `day_files_by_entry` ON `day_files` (`workspace_id`,`last_entry`,`first_entry`);--> statement-breakpoint
CREATE INDEX `day_files_by_attempt` ON `day_files` (`workspace_id`,`last_attempt`,`first_attempt`);