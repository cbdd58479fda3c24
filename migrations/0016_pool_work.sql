CREATE TABLE `pool_work` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`digest` text NOT NULL,
	`isolate` text NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pool_work_by_digest` ON `pool_work` (`workspace_id`,`digest`);--> statement-breakpoint
CREATE INDEX `pool_work_by_start` ON `pool_work` (`started_at`);