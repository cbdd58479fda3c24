import type { INodeProperties } from 'n8n-workflow';

/** What happens, and to which of them. */
export const PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [
			{ name: 'Delivery Failed', value: 'delivery.failed', description: 'A delivery was given up' },
			{ name: 'Document Published', value: 'document.published', description: 'A version of a document is in use' },
			{ name: 'Form Submitted', value: 'form.submitted', description: 'A fill-in page was sent' },
			{ name: 'List Done', value: 'batch.done', description: 'All rows of a list were merged' },
			{ name: 'Run Done', value: 'run.done', description: 'A merge is done' },
			{ name: 'Run Failed', value: 'run.failed', description: 'A merge failed' },
		],
		default: 'run.done',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Data Route Name or ID',
				name: 'route_id',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getRoutes' },
				default: '',
				description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Document Name or ID',
				name: 'document_id',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getDocuments' },
				default: '',
				description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Test Merges',
				name: 'test',
				type: 'boolean',
				default: false,
				description: 'Whether test merges start the workflow, too',
			},
		],
	},
];
