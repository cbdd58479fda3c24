ALTER TABLE `deliveries` ADD `sealed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_unsealed` ON `deliveries` (`id`) WHERE sealed = 0;--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_set(`settings`, '$.password', json('{"elsewhere":true}'))
  WHERE `kind` = 'email' AND json_type(`settings`, '$.password') = 'text';--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_set(`settings`, '$.secret', json('{"elsewhere":true}'))
  WHERE `kind` = 'webhook' AND json_type(`settings`, '$.secret') = 'text';--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_set(`settings`, '$.headers', (
    SELECT json_group_object(`key`, json('{"elsewhere":true}')) FROM json_each(`settings`, '$.headers')))
  WHERE `kind` = 'webhook' AND json_type(`settings`, '$.headers') = 'object';--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_set(`settings`, '$.access_key_id', json('{"elsewhere":true}'), '$.secret_access_key', json('{"elsewhere":true}'))
  WHERE `kind` = 's3';--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_set(`settings`, '$.session_token', json('{"elsewhere":true}'))
  WHERE `kind` = 's3' AND json_type(`settings`, '$.session_token') = 'text';--> statement-breakpoint
UPDATE `outbox` SET `settings` = json_remove(`settings`, '$.secret') WHERE `kind` = 'alert';--> statement-breakpoint
UPDATE `runs` SET `options` = json_remove(`options`, '$.delivery') WHERE `kind` = 'tool' AND `due_at` IS NULL
  AND NOT EXISTS (SELECT 1 FROM `outbox` WHERE `run_id` = `runs`.`id` AND `outbox`.`due_at` IS NOT NULL);
