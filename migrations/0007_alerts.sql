ALTER TABLE `outbox` ADD `alert_id` text;--> statement-breakpoint
CREATE INDEX `outbox_by_alert` ON `outbox` (`alert_id`) WHERE alert_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_alerts` ON `outbox` (`workspace_id`,`created_at`) WHERE kind = 'alert';--> statement-breakpoint
ALTER TABLE `runs` ADD `renderer` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `alert_id` text;--> statement-breakpoint
CREATE INDEX `runs_by_alert` ON `runs` (`alert_id`) WHERE alert_id is not null;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `alert_address` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `alert_secret` text;