ALTER TABLE `runs` ADD `data_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `runs` SET `data_bytes` = length(CAST(`data` AS blob)) WHERE `data` IS NOT NULL;--> statement-breakpoint
UPDATE `workspaces` SET `stored_bytes` =
	coalesce((SELECT sum(`size_bytes`) FROM (SELECT max(`size_bytes`) AS `size_bytes` FROM `template_versions` WHERE `workspace_id` = `workspaces`.`id` GROUP BY `blob_key`)), 0)
	+ coalesce((SELECT sum(length(CAST(`data` AS blob))) FROM `samples` WHERE `workspace_id` = `workspaces`.`id`), 0)
	+ coalesce((SELECT sum(`size_bytes`) FROM `fonts` WHERE `workspace_id` = `workspaces`.`id`), 0)
	+ coalesce((SELECT sum(`data_bytes`) FROM `runs` WHERE `workspace_id` = `workspaces`.`id` AND (`data` IS NOT NULL OR `data_key` IS NOT NULL)), 0)
	+ coalesce((SELECT sum(`run_files`.`size_bytes`) FROM `run_files` JOIN `runs` ON `runs`.`id` = `run_files`.`run_id` WHERE `runs`.`workspace_id` = `workspaces`.`id`), 0)
	+ coalesce((SELECT sum(`session_posts`.`bytes`) FROM `session_posts` JOIN `sessions` ON `sessions`.`id` = `session_posts`.`session_id` WHERE `sessions`.`workspace_id` = `workspaces`.`id`), 0);--> statement-breakpoint
CREATE TRIGGER `stored_version` AFTER INSERT ON `template_versions`
WHEN NOT EXISTS (SELECT 1 FROM `template_versions` WHERE `blob_key` = new.`blob_key` AND `id` <> new.`id`)
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_version` AFTER DELETE ON `template_versions`
WHEN NOT EXISTS (SELECT 1 FROM `template_versions` WHERE `blob_key` = old.`blob_key` AND `id` <> old.`id`)
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`size_bytes` WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_sample` AFTER INSERT ON `samples`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + length(CAST(new.`data` AS blob)) WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changed_sample` AFTER UPDATE OF `data` ON `samples`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + length(CAST(new.`data` AS blob)) - length(CAST(old.`data` AS blob)) WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_sample` AFTER DELETE ON `samples`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - length(CAST(old.`data` AS blob)) WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_font` AFTER INSERT ON `fonts`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changed_font` AFTER UPDATE OF `size_bytes` ON `fonts`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` - old.`size_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_font` AFTER DELETE ON `fonts`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`size_bytes` WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_run_data` AFTER INSERT ON `runs`
WHEN (new.`data` IS NOT NULL OR new.`data_key` IS NOT NULL)
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`data_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_run_data` AFTER UPDATE OF `data`, `data_key` ON `runs`
WHEN (old.`data` IS NOT NULL OR old.`data_key` IS NOT NULL) AND NOT (new.`data` IS NOT NULL OR new.`data_key` IS NOT NULL)
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`data_bytes` WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_run` BEFORE DELETE ON `runs`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`data_bytes` * (old.`data` IS NOT NULL OR old.`data_key` IS NOT NULL) - (SELECT coalesce(sum(`size_bytes`), 0) FROM `run_files` WHERE `run_id` = old.`id`) WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_run_file` AFTER INSERT ON `run_files`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`size_bytes` WHERE `id` = (SELECT `workspace_id` FROM `runs` WHERE `id` = new.`run_id`);
END;--> statement-breakpoint
CREATE TRIGGER `removed_run_file` AFTER DELETE ON `run_files`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`size_bytes` WHERE `id` = (SELECT `workspace_id` FROM `runs` WHERE `id` = old.`run_id`);
END;--> statement-breakpoint
CREATE TRIGGER `removed_session` BEFORE DELETE ON `sessions`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - (SELECT coalesce(sum(`bytes`), 0) FROM `session_posts` WHERE `session_id` = old.`id`) WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_session_post` AFTER INSERT ON `session_posts`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` + new.`bytes` WHERE `id` = (SELECT `workspace_id` FROM `sessions` WHERE `id` = new.`session_id`);
END;--> statement-breakpoint
CREATE TRIGGER `removed_session_post` AFTER DELETE ON `session_posts`
BEGIN
	UPDATE `workspaces` SET `stored_bytes` = `stored_bytes` - old.`bytes` WHERE `id` = (SELECT `workspace_id` FROM `sessions` WHERE `id` = old.`session_id`);
END;
