import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** A service and an API key of it. */
export class DocloomApi implements ICredentialType {
	name = 'docloomApi';

	displayName = 'Docloom API';

	icon: Icon = 'file:docloom.svg';

	documentationUrl = 'https://docs.example.com/docs/guide/n8n';

	properties: INodeProperties[] = [
		{
			displayName: 'Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'https://docs.example.com',
			required: true,
			description: 'Root of the service',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Made in the console: Account, API keys',
		},
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'What was shown with the key, once',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { auth: { username: '={{$credentials.apiKey}}', password: '={{$credentials.secret}}' } },
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/account' },
	};
}
