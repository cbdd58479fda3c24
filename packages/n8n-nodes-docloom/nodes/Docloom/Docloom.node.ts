import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';
import { act } from './actions';
import { getDocumentFields, getDocuments, getIdentities, getRouteFields, getRoutes } from './loading';
import { PROPERTIES } from './properties';

/** Merges, file tools and runs. */
export class Docloom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Docloom',
		name: 'docloom',
		icon: 'file:docloom.svg',
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Fill documents with data, convert, combine and sign files',
		defaults: { name: 'Docloom' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'docloomApi', required: true }],
		properties: PROPERTIES,
	};

	methods = {
		loadOptions: { getDocuments, getRoutes, getIdentities },
		resourceMapping: { getDocumentFields, getRouteFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const made: INodeExecutionData[] = [];
		for (let index = 0; index < this.getInputData().length; index++) {
			try {
				made.push(...(await act(this, index)));
			} catch (error) {
				if (!this.continueOnFail()) throw error instanceof NodeApiError ? error : new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index });
				made.push({ json: { error: (error as Error).message }, pairedItem: index });
			}
		}
		return [made];
	}
}
