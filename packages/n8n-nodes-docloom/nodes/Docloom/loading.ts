import type { FieldType, IDataObject, ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { call } from './request';

interface Listed {
	id: string;
	name: string;
}

async function listOf(caller: ILoadOptionsFunctions, path: string): Promise<INodePropertyOptions[]> {
	const { body } = await call(caller, 'GET', path, { qs: { limit: 1000 } });
	return (body as Listed[]).map(({ id, name }) => ({ name, value: id }));
}

export async function getDocuments(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return listOf(this, '/api/documents');
}

export async function getRoutes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return listOf(this, '/api/routes');
}

export async function getIdentities(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { body } = await call(this, 'GET', '/api/identities');
	return (body as Listed[]).map(({ id, name }) => ({ name, value: id }));
}

interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	enum?: string[];
}

/** The fields of a document or data route as boxes. */
async function fieldsOf(caller: ILoadOptionsFunctions, path: string): Promise<ResourceMapperFields> {
	const { body } = await call(caller, 'GET', path, { qs: { format: 'json_schema' } });
	const { properties = {} } = body as Schema;
	return { fields: Object.entries(properties).map(([name, schema]) => fieldOf(name, schema)) };
}

function fieldOf(name: string, schema: Schema): ResourceMapperField {
	const options = (schema.enum ?? []).map((value) => ({ name: value, value }));
	return {
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		display: true,
		type: options.length > 0 ? 'options' : boxOf(schema),
		...(options.length > 0 ? { options } : {}),
	};
}

function boxOf({ type }: Schema): FieldType {
	const [kind = 'string'] = [type ?? 'string'].flat();
	if (kind === 'array' || kind === 'object' || kind === 'boolean') return kind;
	return kind === 'number' || kind === 'integer' ? 'number' : 'string';
}

export async function getDocumentFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return fieldsOf(this, `/api/documents/${part(this.getNodeParameter('documentId', ''))}/fields`);
}

export async function getRouteFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return fieldsOf(this, `/api/routes/${part(this.getNodeParameter('routeId', ''))}/fields`);
}

export const part = (value: unknown): string => encodeURIComponent(String(value));

/** Boxes without a value are not sent. */
export function filled(values: IDataObject | null | undefined): IDataObject {
	return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined));
}
