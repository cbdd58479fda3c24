// The compiler leaves pictures behind; n8n looks for them beside the code.
import fs from 'node:fs';

for (const name of ['credentials/docloom.svg', 'nodes/Docloom/docloom.svg', 'nodes/DocloomTrigger/docloom.svg'])
	fs.copyFileSync(name, `dist/${name}`);
