// The second half of `npm start` and `npm run serve`. What runs the Worker loads what it needs while this program does so, too.
import { startProgram } from "./serve/worker-program.ts";

const program = startProgram();
const { runService } = await import("./run-service.ts");
await runService(program);
