CREATE TABLE `former_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`document_id` integer,
	`route_id` integer,
	`former_id` integer NOT NULL,
	`former_key` text NOT NULL,
	`address_sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`route_id`) REFERENCES `routes`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "former_addresses_have_one_owner" CHECK((document_id is null) <> (route_id is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `former_addresses_by_address` ON `former_addresses` (`address_sha256`);--> statement-breakpoint
CREATE INDEX `former_addresses_by_document` ON `former_addresses` (`document_id`,`id`) WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX `former_addresses_by_route` ON `former_addresses` (`route_id`,`id`) WHERE route_id is not null;