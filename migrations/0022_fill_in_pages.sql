CREATE TABLE `fill_in_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`key` text NOT NULL,
	`key_sha256` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`route_id`) REFERENCES `routes`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "fill_in_pages_have_one_owner" CHECK((document_id is null) <> (route_id is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fill_in_pages_by_key` ON `fill_in_pages` (`key_sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `fill_in_pages_by_document` ON `fill_in_pages` (`document_id`) WHERE document_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `fill_in_pages_by_route` ON `fill_in_pages` (`route_id`) WHERE route_id is not null;