ALTER TABLE `idempotency_keys` ADD `run_id` text;--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_run` ON `idempotency_keys` (`run_id`) WHERE run_id is not null;--> statement-breakpoint
DELETE FROM `idempotency_keys`;
