ALTER TABLE `runs` ADD `kind` text DEFAULT 'document' NOT NULL;--> statement-breakpoint
UPDATE `runs` SET
	`kind` = 'batch',
	`document_id` = json_extract(`options`, '$.snapshot.documentId'),
	`options` = json_object(
		'kind', 'batch',
		'of', json_object('kind', 'document', 'document', json_extract(`options`, '$.snapshot')),
		'output', json_extract(`options`, '$.batch.output'),
		'records', json_extract(`options`, '$.batch.records')
	)
WHERE json_type(`options`, '$.batch') = 'object';--> statement-breakpoint
UPDATE `runs` SET
	`kind` = 'route',
	`options` = json_object(
		'kind', 'route',
		'route', json_set(json_extract(`options`, '$.route'), '$.routeId', `route_id`)
	)
WHERE json_type(`options`, '$.route') = 'object' AND json_type(`options`, '$.kind') IS NULL;--> statement-breakpoint
UPDATE `runs` SET
	`options` = json_object('kind', 'document', 'document', json_extract(`options`, '$.snapshot'))
WHERE json_type(`options`, '$.snapshot') = 'object' AND json_type(`options`, '$.kind') IS NULL;
