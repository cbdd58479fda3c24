CREATE TABLE `mail_servers` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`sender` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`security` text NOT NULL,
	`user` text NOT NULL,
	`sealed_password` text NOT NULL,
	`dkim_selector` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
