CREATE TABLE `turnstile_keys` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`site_key` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
