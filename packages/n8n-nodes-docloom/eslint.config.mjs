// n8n's own rules: those of nodes and credentials, and those of community packages.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const nodesBase = { plugins: { 'n8n-nodes-base': n8nNodesBase }, languageOptions: { parser: tseslint.parser } };

// The newer rules ask for the constants and addresses that these older ones refuse.
const OLDER = {
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
};

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'test/**', 'dev/**', '*.mjs'] },
	n8nCommunityNodesPlugin.configs.recommended,
	{ ...nodesBase, files: ['nodes/**/*.ts'], rules: { ...n8nNodesBase.configs.nodes.rules, ...OLDER } },
	{ ...nodesBase, files: ['credentials/**/*.ts'], rules: { ...n8nNodesBase.configs.credentials.rules, ...OLDER } },
];
