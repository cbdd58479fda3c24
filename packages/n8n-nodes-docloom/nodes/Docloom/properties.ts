import type { INodeProperties } from 'n8n-workflow';
import { FILE_TOOLS } from './tools';

const CHOOSE = 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** What a merge takes: which one, its data as boxes or as JSON, and whether it is a test. */
function merging(resource: 'document' | 'route', noun: string): INodeProperties[] {
	const id = `${resource}Id`;
	const show = { resource: [resource], operation: ['merge'] };
	return [
		{
			displayName: `${noun} Name or ID`,
			name: id,
			type: 'options',
			typeOptions: { loadOptionsMethod: resource === 'document' ? 'getDocuments' : 'getRoutes' },
			default: '',
			required: true,
			description: CHOOSE,
			displayOptions: { show },
		},
		{
			displayName: 'Data From',
			name: 'dataFrom',
			type: 'options',
			options: [
				{ name: 'Fields', value: 'fields', description: 'A box for each field' },
				{ name: 'Input Item', value: 'item', description: 'The whole item, whose members are named like the fields' },
				{ name: 'JSON', value: 'json' },
			],
			default: 'fields',
			description: 'Where the data of the merge come from',
			displayOptions: { show },
		},
		{
			displayName: 'Fields',
			name: `${resource}Fields`,
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				loadOptionsDependsOn: [id],
				resourceMapper: {
					resourceMapperMethod: resource === 'document' ? 'getDocumentFields' : 'getRouteFields',
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: true,
					multiKeyMatch: false,
				},
			},
			displayOptions: { show: { ...show, dataFrom: ['fields'] } },
		},
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			default: '{}',
			displayOptions: { show: { ...show, dataFrom: ['json'] } },
		},
		{
			displayName: 'Test',
			name: 'test',
			type: 'boolean',
			default: false,
			description: 'Whether the file is marked as a sample and nothing is delivered',
			displayOptions: { show },
		},
	];
}

function operations(resource: string, options: INodeProperties['options'], first: string): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: first,
	};
}

export const PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Data Route', value: 'route' },
			{ name: 'Document', value: 'document' },
			{ name: 'File', value: 'file' },
			{ name: 'Run', value: 'run' },
		],
		default: 'document',
	},
	operations('document', [{ name: 'Merge', value: 'merge', action: 'Merge a document', description: 'Fill it with data; the file is the result' }], 'merge'),
	operations('route', [{ name: 'Merge', value: 'merge', action: 'Merge a data route', description: 'Fill its documents with data' }], 'merge'),
	operations('file', FILE_TOOLS.map(({ name, value, action, description }) => ({ name, value, action, description })), 'convert_to_pdf'),
	operations(
		'run',
		[
			{ name: 'Get', value: 'get', action: 'Get a run', description: 'What became of a merge' },
			{ name: 'Get Many', value: 'getAll', action: 'Get many runs', description: 'Runs, the newest first' },
		],
		'getAll',
	),
	...merging('document', 'Document'),
	...merging('route', 'Data Route'),
	...FILE_TOOLS.flatMap(({ boxes }) => boxes),
	{
		displayName: 'Input Binary Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the input field with the file',
		displayOptions: { show: { resource: ['file'] } },
	},
	{
		displayName: 'Run ID',
		name: 'runId',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { resource: ['run'], operation: ['get'] } },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { resource: ['run'], operation: ['getAll'] } },
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Accepted', value: 'accepted' },
			{ name: 'All', value: '' },
			{ name: 'Done', value: 'done' },
			{ name: 'Failed', value: 'failed' },
			{ name: 'Running', value: 'running' },
		],
		default: '',
		description: 'Only runs with this status',
		displayOptions: { show: { resource: ['run'], operation: ['getAll'] } },
	},
];
