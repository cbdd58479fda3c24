CREATE TABLE `audit_heads` (
	`workspace_id` text NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`signed` text NOT NULL,
	`at` integer NOT NULL,
	`sent_at` integer,
	PRIMARY KEY(`workspace_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`workspace_id` text NOT NULL,
	`seq` integer NOT NULL,
	`entry` text NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`resource_type` text NOT NULL,
	`resource_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_resource` ON `audit_log` (`workspace_id`,`resource_type`,`resource_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`workspace_id`,`actor`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_by_time` ON `audit_log` (`workspace_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit_refusals` (
	`minute` integer NOT NULL,
	`workspace_id` text NOT NULL,
	`network` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `minute`, `network`, `code`)
);
--> statement-breakpoint
CREATE TABLE `bin` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`name` text NOT NULL,
	`row` text NOT NULL,
	`content` text,
	`blob_key` text,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`route_id`) REFERENCES `routes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bin_by_workspace` ON `bin` (`workspace_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `bin_by_document` ON `bin` (`document_id`);--> statement-breakpoint
CREATE INDEX `bin_by_route` ON `bin` (`route_id`);--> statement-breakpoint
CREATE INDEX `bin_by_blob` ON `bin` (`blob_key`);--> statement-breakpoint
CREATE INDEX `bin_by_time` ON `bin` (`deleted_at`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `deleted_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `routes` ADD `deleted_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `samples` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `audit_days` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `stored_in_bin` AFTER INSERT ON `bin`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_from_bin` AFTER DELETE ON `bin`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`size_bytes` WHERE `id` = old.`workspace_id`;
END;
