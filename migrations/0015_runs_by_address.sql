ALTER TABLE `runs` ADD `by_address` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `runs` SET `by_address` = true WHERE `source` IN ('merge', 'session') AND (`status` IN ('accepted', 'running') OR `id` IN (SELECT `run_id` FROM `outbox` WHERE `status` IN ('pending', 'sending')));
