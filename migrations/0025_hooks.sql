CREATE TABLE `hook_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`hook_id` text NOT NULL,
	`event` text NOT NULL,
	`run_id` text,
	`document_id` integer,
	`version_id` text,
	`outbox_id` text,
	`answers` text,
	`status` text NOT NULL,
	`tries` integer NOT NULL,
	`lease` text,
	`due_at` integer,
	`queued_until` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`hook_id`) REFERENCES `hooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hook_calls_due` ON `hook_calls` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `hook_calls_of_hook` ON `hook_calls` (`hook_id`,`status`);--> statement-breakpoint
CREATE INDEX `hook_calls_of_run` ON `hook_calls` (`run_id`) WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX `hook_calls_finished` ON `hook_calls` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`event` text NOT NULL,
	`target_url` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`test` integer NOT NULL,
	`sealed_secret` text NOT NULL,
	`view` text,
	`made_by` text NOT NULL,
	`state` text NOT NULL,
	`failing_since` integer,
	`last_response` text DEFAULT '' NOT NULL,
	`last_called_at` integer,
	`created_at` integer NOT NULL,
	`alert_id` text,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hooks_by_event` ON `hooks` (`workspace_id`,`event`);--> statement-breakpoint
CREATE INDEX `hooks_gone` ON `hooks` (`last_called_at`) WHERE state = 'gone';--> statement-breakpoint
CREATE INDEX `hooks_by_alert` ON `hooks` (`alert_id`) WHERE alert_id is not null;--> statement-breakpoint
CREATE TRIGGER `told_ended_run` AFTER UPDATE OF `status` ON `runs` WHEN new.`status` IN ('done', 'failed') AND old.`status` NOT IN ('done', 'failed')
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, new.`id`, null, null, null, null, 'pending', 0, coalesce(new.`finished_at`, new.`accepted_at`), coalesce(new.`finished_at`, new.`accepted_at`)
	FROM `hooks` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = CASE WHEN new.`status` = 'failed' THEN 'run.failed' WHEN new.`kind` = 'batch' THEN 'batch.done' ELSE 'run.done' END AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = new.`document_id`) AND (`hooks`.`route_id` IS NULL OR `hooks`.`route_id` = new.`route_id`) AND (`hooks`.`test` OR NOT new.`test`);
END;--> statement-breakpoint
CREATE TRIGGER `told_recorded_run` AFTER INSERT ON `runs` WHEN new.`status` IN ('done', 'failed')
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, new.`id`, null, null, null, null, 'pending', 0, coalesce(new.`finished_at`, new.`accepted_at`), coalesce(new.`finished_at`, new.`accepted_at`)
	FROM `hooks` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = CASE WHEN new.`status` = 'failed' THEN 'run.failed' WHEN new.`kind` = 'batch' THEN 'batch.done' ELSE 'run.done' END AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = new.`document_id`) AND (`hooks`.`route_id` IS NULL OR `hooks`.`route_id` = new.`route_id`) AND (`hooks`.`test` OR NOT new.`test`);
END;--> statement-breakpoint
CREATE TRIGGER `told_submitted_form` AFTER INSERT ON `runs` WHEN new.`source` = 'fill_in'
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, new.`id`, null, null, null, new.`data`, 'pending', 0, new.`accepted_at`, new.`accepted_at`
	FROM `hooks` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = 'form.submitted' AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = new.`document_id`) AND (`hooks`.`route_id` IS NULL OR `hooks`.`route_id` = new.`route_id`) AND (`hooks`.`test` OR NOT new.`test`);
END;--> statement-breakpoint
CREATE TRIGGER `told_failed_delivery` AFTER UPDATE OF `status` ON `outbox` WHEN new.`status` IN ('dead', 'partial') AND old.`status` = 'sending' AND new.`kind` <> 'alert'
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, new.`run_id`, null, null, new.`id`, null, 'pending', 0, coalesce(new.`finished_at`, new.`created_at`), coalesce(new.`finished_at`, new.`created_at`)
	FROM `hooks` JOIN `runs` ON `runs`.`id` = new.`run_id` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = 'delivery.failed' AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = `runs`.`document_id`) AND (`hooks`.`route_id` IS NULL OR `hooks`.`route_id` = `runs`.`route_id`) AND (`hooks`.`test` OR NOT `runs`.`test`);
END;--> statement-breakpoint
CREATE TRIGGER `told_published_version` AFTER UPDATE OF `version_id` ON `documents` WHEN new.`version_id` IS NOT NULL AND new.`version_id` IS NOT old.`version_id`
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, null, new.`id`, new.`version_id`, null, null, 'pending', 0, new.`updated_at`, new.`updated_at`
	FROM `hooks` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = 'document.published' AND `hooks`.`route_id` IS NULL AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = new.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `told_first_version` AFTER INSERT ON `documents` WHEN new.`version_id` IS NOT NULL
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, null, new.`id`, new.`version_id`, null, null, 'pending', 0, new.`updated_at`, new.`updated_at`
	FROM `hooks` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = 'document.published' AND `hooks`.`route_id` IS NULL AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = new.`id`);
END;
