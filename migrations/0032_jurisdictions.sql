ALTER TABLE `moves` ADD `jurisdiction` text;--> statement-breakpoint
ALTER TABLE `placements` ADD `jurisdiction` text;--> statement-breakpoint
-- Those under way know of none, and go on to where they have begun.
UPDATE `moves` SET `jurisdiction` = '';
