import net from "node:net";
import { PrepareError } from "../prepare.mjs";
import { LastingError } from "./refused-start.ts";

/** Where the service is to listen. */
export interface Listening {
  /** The setting that says which port. */
  setting: string;
  host: string;
  port: number;
}

/**
 * Tries all of them at once, before anything is started for them: who gives up later has answered somebody already.
 * @throws PrepareError for one at which nothing can listen
 */
export async function refuseBusyPorts(places: readonly Listening[]): Promise<void> {
  const probes: net.Server[] = [];
  try {
    for (const [index, place] of places.entries()) {
      const probe = net.createServer();
      const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
        probe.once("error", resolve);
        probe.listen(place.port, place.host, () => resolve(undefined));
      });
      if (error) throw busy(place, error, places.slice(0, index));
      probes.push(probe);
    }
  } finally {
    await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))));
  }
}

function busy(
  { setting, host, port }: Listening,
  { code, message }: NodeJS.ErrnoException,
  before: readonly Listening[],
): PrepareError {
  const other = `choose another: ${setting}=${port < 65_535 ? port + 1 : port - 1}`;
  const own = before.find((each) => each.port === port);
  if (code === "EADDRINUSE" && own) return new LastingError(`${setting} and ${own.setting} are both ${port}; ${other}`);
  if (code === "EADDRINUSE")
    return new PrepareError(`Port ${port} (${setting}) is in use. Stop what listens there, or ${other}`);
  if (code === "EACCES")
    return new LastingError(`Port ${port} (${setting}) needs a right that this user lacks; ${other}`);
  return new PrepareError(`Port ${port} (${setting}) cannot be used at ${host}: ${message}`);
}
