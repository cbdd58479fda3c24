import type { IDataObject, INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { call } from '../Docloom/request';

/** As many runs as one look takes; more wait for the next one. */
const MOST = 100;

/** Starts a workflow for each run that was done or failed since it was last looked. */
export class DocloomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Docloom Trigger',
		name: 'docloomTrigger',
		icon: 'file:docloom.svg',
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["event"]}}',
		description: 'Starts a workflow when a run ended',
		defaults: { name: 'Docloom Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'docloomApi', required: true }],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				options: [
					{ name: 'Run Done', value: 'done' },
					{ name: 'Run Failed', value: 'failed' },
				],
				default: 'done',
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const status = this.getNodeParameter('event') as string;
		const seen = this.getWorkflowStaticData('node') as { ids?: string[] };
		const isManual = this.getMode() === 'manual';
		const { body } = await call(this, 'GET', '/api/runs', { qs: { status, limit: isManual ? 1 : MOST } });
		const runs = body as IDataObject[];
		if (isManual) return runs.length > 0 ? [this.helpers.returnJsonArray(runs)] : null;
		// what was there before the workflow was switched on is not new
		const ids = runs.map(({ id }) => String(id));
		const known = new Set(seen.ids ?? ids);
		// ids sort by time: what comes back into the page because others were removed is not new
		const oldest = [...known].sort()[0] ?? '';
		const fresh = runs.filter(({ id }) => !known.has(String(id)) && String(id) > oldest).reverse();
		seen.ids = ids;
		return fresh.length > 0 ? [this.helpers.returnJsonArray(fresh)] : null;
	}
}
