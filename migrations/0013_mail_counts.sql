CREATE TABLE `mail_counts` (
	`workspace_id` text NOT NULL,
	`hour` integer NOT NULL,
	`recipients` integer NOT NULL,
	`told` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`hour`, `workspace_id`)
);
