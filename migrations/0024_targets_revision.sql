ALTER TABLE `workspaces` ADD `targets_revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `changed_target_document` AFTER UPDATE OF `revision`, `active`, `deleted_at`, `key_sha256`, `version_id`, `settings`, `name`, `output_name`, `type`, `output`, `size_width`, `size_height` ON `documents`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_target_document` AFTER DELETE ON `documents`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `added_target_delivery` AFTER INSERT ON `deliveries`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changed_target_delivery` AFTER UPDATE ON `deliveries`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_target_delivery` AFTER DELETE ON `deliveries`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_target_address` AFTER DELETE ON `former_addresses`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `added_target_font` AFTER INSERT ON `fonts`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changed_target_font` AFTER UPDATE ON `fonts`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `removed_target_font` AFTER DELETE ON `fonts`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = old.`workspace_id`;
END;--> statement-breakpoint
CREATE TRIGGER `changed_target_defaults` AFTER UPDATE OF `locale`, `timezone`, `currency` ON `workspaces`
BEGIN
	UPDATE `workspaces` SET `targets_revision` = `targets_revision` + 1 WHERE `id` = new.`id`;
END;
