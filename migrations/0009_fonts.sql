CREATE TABLE `fonts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`family` text NOT NULL,
	`family_key` text NOT NULL,
	`style_family` text,
	`post_script_name` text NOT NULL,
	`weight` integer NOT NULL,
	`is_bold` integer NOT NULL,
	`is_italic` integer NOT NULL,
	`format` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`blob_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fonts_by_face` ON `fonts` (`workspace_id`,`family_key`,`weight`,`is_italic`);--> statement-breakpoint
CREATE INDEX `fonts_by_blob` ON `fonts` (`blob_key`);