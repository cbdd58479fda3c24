import type { INodeProperties } from 'n8n-workflow';

/** A file tool: its name in the interface, and its boxes by the names of the interface. */
interface FileTool {
	name: string;
	value: string;
	action: string;
	description: string;
	boxes: INodeProperties[];
}

const shownFor = (value: string) => ({ show: { resource: ['file'], operation: [value] } });

function box(tool: string, name: string, displayName: string, more: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName, name, type: 'string', default: '', displayOptions: shownFor(tool), ...more };
}

export const FILE_TOOLS: FileTool[] = [
	{ name: 'Combine', value: 'combine', action: 'Combine files into one', description: 'The files of all items become one PDF', boxes: [] },
	{
		name: 'Convert to PDF',
		value: 'convert_to_pdf',
		action: 'Convert a file to PDF',
		description: 'Word, Excel, PowerPoint, HTML or a picture becomes a PDF',
		boxes: [],
	},
	{ name: 'Get PDF Info', value: 'pdf_info', action: 'Get what is in a PDF', description: 'Pages, form fields, signatures', boxes: [] },
	{
		name: 'Protect',
		value: 'encrypt_pdf',
		action: 'Protect a PDF with a password',
		description: 'A password opens the file',
		boxes: [box('encrypt_pdf', 'user_password', 'Password', { typeOptions: { password: true }, required: true, description: 'Opens the file' })],
	},
	{
		name: 'Sign',
		value: 'sign_pdf',
		action: 'Sign a PDF',
		description: 'With an identity that the workspace keeps',
		boxes: [
			box('sign_pdf', 'identity', 'Identity Name or ID', {
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getIdentities' },
				required: true,
				description:
					'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			}),
			box('sign_pdf', 'reason', 'Reason', { description: 'Why it is signed' }),
		],
	},
	{
		name: 'Split',
		value: 'split_pdf',
		action: 'Split a PDF',
		description: 'Single pages, or chosen ones, as a ZIP archive',
		boxes: [box('split_pdf', 'extract', 'Pages', { placeholder: '1-3, 7', description: 'Which pages; all of them, each by itself, when empty' })],
	},
	{
		name: 'Stamp',
		value: 'stamp_pdf',
		action: 'Stamp a PDF',
		description: 'A text across the pages',
		boxes: [box('stamp_pdf', 'text', 'Text', { required: true, placeholder: 'DRAFT', description: 'What is written across the pages' })],
	},
];
