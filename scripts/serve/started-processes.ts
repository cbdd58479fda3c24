// The platform starts its processes itself and tells nobody how they have ended; Node tells who listens that one was started.
import type { ChildProcess } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { howEnded } from "../process-family.mjs";

/**
 * Calls back when a process ends that this thread starts from now on.
 * @param ended told its id, how it has ended ("by the signal SIGKILL"), and its command line
 */
export function onProcessEnd(ended: (pid: number, how: string, command: string) => void): void {
  diagnostics.subscribe("child_process", (message) => {
    const { process } = message as { process: ChildProcess };
    process.once("exit", (code, signal) => {
      if (process.pid !== undefined) ended(process.pid, howEnded(code, signal), process.spawnargs.join(" "));
    });
  });
}
