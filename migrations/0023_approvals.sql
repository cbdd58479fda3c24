CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer NOT NULL,
	`change` text NOT NULL,
	`state_sha256` text NOT NULL,
	`status` text NOT NULL,
	`asked_by` text NOT NULL,
	`author` text NOT NULL,
	`asked_of` text NOT NULL,
	`comment` text NOT NULL,
	`decided_by` text DEFAULT '' NOT NULL,
	`reply` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`used_at` integer,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `approvals_by_document` ON `approvals` (`document_id`,`state_sha256`);