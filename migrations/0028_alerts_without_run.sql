CREATE TABLE `next_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`run_id` text,
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
	`queued_until` integer,
	`alert_id` text,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
INSERT INTO `next_outbox` (`id`, `workspace_id`, `run_id`, `delivery_id`, `kind`, `name`, `settings`, `target`, `status`, `preview`, `tries`, `lease`, `due_at`, `created_at`, `finished_at`, `queued_until`, `alert_id`) SELECT `id`, `workspace_id`, `run_id`, `delivery_id`, `kind`, `name`, `settings`, `target`, `status`, `preview`, `tries`, `lease`, `due_at`, `created_at`, `finished_at`, `queued_until`, `alert_id` FROM `outbox`;--> statement-breakpoint
CREATE TABLE `next_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`outbox_id` text NOT NULL,
	`number` integer NOT NULL,
	`ok` integer NOT NULL,
	`response` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	FOREIGN KEY (`outbox_id`) REFERENCES `next_outbox`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
INSERT INTO `next_attempts` (`id`, `workspace_id`, `outbox_id`, `number`, `ok`, `response`, `started_at`, `finished_at`) SELECT `id`, `workspace_id`, `outbox_id`, `number`, `ok`, `response`, `started_at`, `finished_at` FROM `attempts`;--> statement-breakpoint
DROP TABLE `attempts`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `next_outbox` RENAME TO `outbox`;--> statement-breakpoint
ALTER TABLE `next_attempts` RENAME TO `attempts`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_by_run` ON `outbox` (`run_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_sending` ON `outbox` (`workspace_id`,`target`) WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX `outbox_by_workspace` ON `outbox` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_by_status` ON `outbox` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_by_delivery` ON `outbox` (`delivery_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_by_alert` ON `outbox` (`alert_id`) WHERE alert_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_alerts` ON `outbox` (`workspace_id`,`created_at`) WHERE kind = 'alert';--> statement-breakpoint
CREATE INDEX `attempts_by_outbox` ON `attempts` (`outbox_id`,`number`);--> statement-breakpoint
CREATE INDEX `attempts_by_workspace` ON `attempts` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TRIGGER `told_failed_delivery` AFTER UPDATE OF `status` ON `outbox` WHEN new.`status` IN ('dead', 'partial') AND old.`status` = 'sending' AND new.`kind` <> 'alert'
BEGIN
	INSERT INTO `hook_calls` (`id`, `workspace_id`, `hook_id`, `event`, `run_id`, `document_id`, `version_id`, `outbox_id`, `answers`, `status`, `tries`, `due_at`, `created_at`)
	SELECT 'msg_' || lower(hex(randomblob(16))), `hooks`.`workspace_id`, `hooks`.`id`, `hooks`.`event`, new.`run_id`, null, null, new.`id`, null, 'pending', 0, coalesce(new.`finished_at`, new.`created_at`), coalesce(new.`finished_at`, new.`created_at`)
	FROM `hooks` JOIN `runs` ON `runs`.`id` = new.`run_id` WHERE `hooks`.`workspace_id` = new.`workspace_id` AND `hooks`.`state` = 'on' AND `hooks`.`event` = 'delivery.failed' AND (`hooks`.`document_id` IS NULL OR `hooks`.`document_id` = `runs`.`document_id`) AND (`hooks`.`route_id` IS NULL OR `hooks`.`route_id` = `runs`.`route_id`) AND (`hooks`.`test` OR NOT `runs`.`test`);
END;
