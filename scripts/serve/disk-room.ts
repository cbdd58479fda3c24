// How much room there is where the data are. SQLite and the file store fail in many ways without any, and some of them last:
// nothing is given to them that is written while there is next to none.
import fs from "node:fs";

export interface DiskRoom {
  freeBytes: number;
  totalBytes: number;
}

/** `reading` with what deletes and makes room. */
export type RoomFor = "everything" | "reading" | "nothing";

/** Below the most of the two the operator is told. */
const LOW = { bytes: 200e6, part: 0.02 };
/** Two percent of a large disk are no shortage. */
const NEVER_LOW_BYTES = 2e9;
/** What SQLite needs to come to an end with what it has begun; and to read, for which it writes, too. */
const LEAST_BYTES = { toWrite: 16e6, toRead: 1e6 };
const SAID_EVERY_MS = 60_000;

export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bsize, bavail, blocks } = await fs.promises.statfs(folder);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}

const isLow = ({ freeBytes, totalBytes }: DiskRoom): boolean =>
  freeBytes < Math.min(NEVER_LOW_BYTES, Math.max(LOW.bytes, LOW.part * totalBytes));

/** Tells the operator when there is little room, when there is none, and when that is over. */
export class DiskWatch {
  readonly #folder: string;
  readonly #log: (level: "info" | "warn" | "error", event: string, message: string) => void;
  readonly #isOver: () => void;
  readonly #read: typeof diskRoom;
  #isLow = false;
  #isUnread = false;
  #saidFullAt: number | undefined;
  #roomFor: RoomFor = "everything";

  /** @param isOver told when there is room again for what is written */
  constructor(
    folder: string,
    log: (level: "info" | "warn" | "error", event: string, message: string) => void,
    isOver: () => void,
    read = diskRoom,
  ) {
    this.#folder = folder;
    this.#log = log;
    this.#isOver = isOver;
    this.#read = read;
  }

  /** What there is room for; as long as nobody knows, for everything. */
  get roomFor(): RoomFor {
    return this.#roomFor;
  }

  /** To be called again and again. */
  async look(): Promise<void> {
    try {
      this.#take(await this.#read(this.#folder));
      this.#isUnread = false;
    } catch (error) {
      if (!this.#isUnread) this.#log("warn", "service.disk_not_read", String(error));
      this.#isUnread = true;
    }
  }

  #take(room: DiskRoom): void {
    const left = `${this.#folder} has ${Math.floor(room.freeBytes / 1e6)} MB left`;
    this.#roomFor =
      room.freeBytes >= LEAST_BYTES.toWrite
        ? "everything"
        : room.freeBytes >= LEAST_BYTES.toRead
          ? "reading"
          : "nothing";
    const hasRoom = this.#roomFor === "everything";
    const wasLow = this.#isLow;
    this.#isLow = isLow(room);
    if (this.#isLow && !wasLow) this.#log("warn", "service.disk_low", `${left}.`);
    if (!this.#isLow && wasLow) this.#log("info", "service.disk_low_over", `${left}: that is enough.`);
    const now = Date.now();
    if (!hasRoom && now - (this.#saidFullAt ?? Number.NEGATIVE_INFINITY) >= SAID_EVERY_MS) {
      this.#saidFullAt = now;
      this.#log("error", "service.disk_full", `${left}: what would be written is answered 503 disk_full.`);
    }
    if (hasRoom && this.#saidFullAt !== undefined) {
      this.#saidFullAt = undefined;
      this.#log("info", "service.disk_full_over", `${left}: what is written is taken again.`);
      this.#isOver();
    }
  }
}
