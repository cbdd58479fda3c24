CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`key_sha256` text NOT NULL,
	`folder_id` text,
	`name` text NOT NULL,
	`search_text` text NOT NULL,
	`type` text NOT NULL,
	`output` text NOT NULL,
	`output_name` text DEFAULT '' NOT NULL,
	`size_width` text DEFAULT '' NOT NULL,
	`size_height` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`settings` text DEFAULT '{}' NOT NULL,
	`retention_days` integer,
	`version_id` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_by_key` ON `documents` (`key_sha256`);--> statement-breakpoint
CREATE INDEX `documents_by_workspace` ON `documents` (`workspace_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `documents_by_folder` ON `documents` (`folder_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `documents_deleted` ON `documents` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `fields` (
	`document_id` integer NOT NULL,
	`position` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`attributes` text NOT NULL,
	PRIMARY KEY(`document_id`, `position`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `folders` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `folders_by_path` ON `folders` (`workspace_id`,`path`);--> statement-breakpoint
CREATE TABLE `template_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer NOT NULL,
	`number` integer NOT NULL,
	`blob_key` text NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`restored_from` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_versions_by_number` ON `template_versions` (`document_id`,`number`);--> statement-breakpoint
CREATE INDEX `template_versions_by_blob` ON `template_versions` (`blob_key`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	`body_key` text,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiring` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_blob` ON `idempotency_keys` (`body_key`);--> statement-breakpoint
CREATE TABLE `links` (
	`token_sha256` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`password_hash` text,
	`once` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `links_expiring` ON `links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `links_by_run` ON `links` (`run_id`);--> statement-breakpoint
CREATE TABLE `session_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`append` integer NOT NULL,
	`data` text,
	`data_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_posts_by_session` ON `session_posts` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `session_posts_by_blob` ON `session_posts` (`data_key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`owner` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_key` ON `sessions` (`workspace_id`,`owner`,`key`);--> statement-breakpoint
CREATE INDEX `sessions_expiring` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`kind` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`route_id`) REFERENCES `routes`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deliveries_have_one_owner" CHECK((document_id is null) <> (route_id is null))
);
--> statement-breakpoint
CREATE INDEX `deliveries_by_document` ON `deliveries` (`document_id`,`id`) WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX `deliveries_by_route` ON `deliveries` (`route_id`,`id`) WHERE route_id is not null;--> statement-breakpoint
CREATE TABLE `routes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`key_sha256` text NOT NULL,
	`folder_id` text,
	`name` text NOT NULL,
	`output_name` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`retention_days` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `routes_by_key` ON `routes` (`key_sha256`);--> statement-breakpoint
CREATE INDEX `routes_by_workspace` ON `routes` (`workspace_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `routes_by_folder` ON `routes` (`folder_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `routes_deleted` ON `routes` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`route_id` integer NOT NULL,
	`document_id` integer,
	`file` text DEFAULT '' NOT NULL,
	`combine` integer DEFAULT false NOT NULL,
	`combine_docx` integer DEFAULT false NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	`loop_field` text DEFAULT '' NOT NULL,
	`conditions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`route_id`) REFERENCES `routes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `rules_by_route` ON `rules` (`route_id`,`sort`,`position`);--> statement-breakpoint
CREATE INDEX `rules_by_document` ON `rules` (`document_id`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`outbox_id` text NOT NULL,
	`number` integer NOT NULL,
	`ok` integer NOT NULL,
	`response` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attempts_by_outbox` ON `attempts` (`outbox_id`,`number`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`run_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`settings` text NOT NULL,
	`target` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`preview` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`due_at` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_by_run` ON `outbox` (`run_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`workspace_id`,`id`) WHERE status = 'dead';--> statement-breakpoint
CREATE TABLE `run_files` (
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`blob_key` text NOT NULL,
	`document_id` integer,
	`rule_id` text,
	PRIMARY KEY(`run_id`, `position`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `run_files_by_blob` ON `run_files` (`blob_key`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`version_id` text,
	`parent_id` text,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`test` integer NOT NULL,
	`output` text,
	`options` text DEFAULT '{}' NOT NULL,
	`data` text,
	`data_key` text,
	`request_id` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`due_at` integer,
	`accepted_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`timings` text,
	`fields` text,
	`warnings` text DEFAULT '[]' NOT NULL,
	`problem` text,
	`expires_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `runs_by_workspace` ON `runs` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `runs_failed` ON `runs` (`workspace_id`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `runs_by_document` ON `runs` (`document_id`,`id`) WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX `runs_by_route` ON `runs` (`route_id`,`id`) WHERE route_id is not null;--> statement-breakpoint
CREATE INDEX `runs_by_parent` ON `runs` (`parent_id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `runs_expiring` ON `runs` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX `runs_by_data_blob` ON `runs` (`data_key`) WHERE data_key is not null;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`secret_sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_keys_by_workspace` ON `api_keys` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `counters` (
	`workspace_id` text NOT NULL,
	`month` text NOT NULL,
	`merges` integer DEFAULT 0 NOT NULL,
	`test_merges` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `month`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`internal_hosts` text DEFAULT '[]' NOT NULL,
	`locale` text,
	`timezone` text,
	`currency` text,
	`retention_days` integer,
	`created_at` integer NOT NULL
);
