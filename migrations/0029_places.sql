CREATE TABLE `id_blocks` (
	`table_name` text NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`workspace_id` text NOT NULL,
	PRIMARY KEY(`table_name`, `first_id`)
);
--> statement-breakpoint
CREATE TABLE `placements` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `placements_by_time` ON `placements` (`created_at`);--> statement-breakpoint
CREATE TABLE `pointers` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`workspace_id` text NOT NULL,
	PRIMARY KEY(`kind`, `value`, `workspace_id`)
);
