ALTER TABLE `moves` ADD `jurisdiction` text;--> statement-breakpoint
ALTER TABLE `placements` ADD `jurisdiction` text;--> statement-breakpoint
UPDATE `moves` SET `jurisdiction` = '';
