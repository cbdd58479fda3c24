ALTER TABLE `idempotency_keys` ADD `run_id` text;--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_run` ON `idempotency_keys` (`run_id`) WHERE run_id is not null;--> statement-breakpoint
-- Answers of earlier versions may show secrets, cookies and what was purged since; what they were kept under has changed, too.
DELETE FROM `idempotency_keys`;
