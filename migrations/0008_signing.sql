CREATE TABLE `signing_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`sealed` text NOT NULL,
	`subject` text NOT NULL,
	`issuer` text NOT NULL,
	`serial_number` text NOT NULL,
	`fingerprint` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_to` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_identities_by_name` ON `signing_identities` (`workspace_id`,`name`);--> statement-breakpoint
ALTER TABLE `routes` ADD `settings` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `seal` text;