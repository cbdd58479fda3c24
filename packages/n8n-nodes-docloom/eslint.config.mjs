// n8n's own rules: those of nodes and credentials, and those of community packages.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const nodesBase = { plugins: { 'n8n-nodes-base': n8nNodesBase }, languageOptions: { parser: tseslint.parser } };

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'test/**', '*.mjs'] },
	n8nCommunityNodesPlugin.configs.recommended,
	{ ...nodesBase, files: ['nodes/**/*.ts'], rules: n8nNodesBase.configs.nodes.rules },
	{ ...nodesBase, files: ['credentials/**/*.ts'], rules: n8nNodesBase.configs.credentials.rules },
];
