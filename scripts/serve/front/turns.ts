// Whose request is next. The Worker of one machine has one thread: what is under way there makes everything else wait, so that
// requests wait in front of it, those of each workspace in a line of their own.

/** For what comes from nobody who is known yet: however many they are, they have the turns of one workspace between them. */
export const OUTSIDERS = "outsiders";

export interface TurnLimits {
  /** How many requests have a turn at a time, */
  atOnce: number;
  /** and while nobody but one group has asked for some seconds: several are done in less time together. */
  atOnceAlone: number;
  /** So many that come of groups of which nothing is here begin at once: they wait for nothing but the thread. */
  newcomers: number;
  /** How many of a line may be under way: with a turn, or without one any more and not answered. */
  underWay: number;
  /** A request whose turn would come later is refused, */
  longestWaitMs: number;
  /** unless fewer than this wait in its line: what is sent at once by a page or a program that knows no better. */
  alwaysWaiting: number;
  /** As many may wait in a line, however fast it goes on. */
  mostWaiting: number;
}

/** A request that waits, or is under way. */
export interface Ticket {
  /** It is answered, or whoever sent it has left. */
  end(): void;
}

/** It is not taken. */
export interface Refusal {
  retryAfterSeconds: number;
}

interface Entry {
  line: Line;
  ticket: Ticket;
  begin: (ticket: Ticket) => void;
  /** Nothing of its group was here when it came. */
  isNewcomer: boolean;
  state: "waiting" | "turn" | "released" | "ended";
  beganAt: number;
  /** What it was counted as when it began. */
  estimate: number;
}

/** Requests that are served in the order in which they came. */
interface Line {
  name: string;
  group: Group;
  waiting: Entry[];
  underWay: number;
}

/** The lines of a workspace (there is one), or of outsiders (one for each network): they take turns within the group. */
interface Group {
  name: string;
  lines: Map<string, Line>;
  waiting: number;
  underWay: number;
  /** Milliseconds of turns that it has had, counted from those of the others when it came: who has had least is next. */
  used: number;
  /** How long its turns take. */
  turnMs: number;
  /** How much later than the one before a request of it begins, while others of it wait. */
  intervalMs: number;
  /** When one of it began and left another one waiting. */
  leftWaitingAt: number | undefined;
}

/** How much a new figure counts beside those before. */
const WEIGHT = 0.2;
const averaged = (before: number, now: number): number => (before === 0 ? now : before + WEIGHT * (now - before));
/** So long after another one has asked, a group is alone. */
export const ALONE_AFTER_MS = 10_000;
/** Above that, groups of which nothing is there are forgotten. */
const MAX_GROUPS = 1_000;
const MOST_RETRY_AFTER_S = 30;

/** Turns of groups, one after the other; each group gets as much time as another one that asks for it. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #groups = new Map<string, Group>();
  readonly #withTurn = new Set<Entry>();
  #waiting = 0;
  /** What the group had used that began last. */
  #level = 0;
  #lastAsked: { group: Group; at: number } | undefined;
  #othersAskedAt = Number.NEGATIVE_INFINITY;

  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Whether somebody waits who could begin if it were their turn. */
  get isWaitedFor(): boolean {
    return this.#waiting > 0 && this.#withTurn.size >= this.#atOnce && this.#next() !== undefined;
  }

  /** Nobody waits, or has a turn. */
  get isIdle(): boolean {
    return this.#waiting + this.#withTurn.size === 0;
  }

  /**
   * Takes a request, if its turn can be hoped for.
   * @param groupName its workspace, or OUTSIDERS @param lineName which of the group's lines
   * @param begin called when it is its turn, perhaps at once
   */
  ask(groupName: string, lineName: string, begin: (ticket: Ticket) => void): Ticket | Refusal {
    const group = this.#group(groupName);
    if (this.#lastAsked && this.#lastAsked.group !== group) this.#othersAskedAt = this.#lastAsked.at;
    this.#lastAsked = { group, at: this.#now() };
    const line = this.#line(group, lineName);
    const refusal = this.#refusal(line);
    if (refusal) {
      this.#forgetIfIdle(line);
      return refusal;
    }
    const isNewcomer = group.waiting + group.underWay === 0;
    if (isNewcomer) group.used = Math.max(group.used, this.#level);
    const ticket = { end: () => this.#end(entry) };
    const entry: Entry = { line, ticket, begin, isNewcomer, state: "waiting", beganAt: 0, estimate: 0 };
    line.waiting.push(entry);
    group.waiting++;
    this.#waiting++;
    this.#beginNext();
    const newcomers = [...this.#withTurn].filter((each) => each.isNewcomer).length;
    if (entry.state === "waiting" && isNewcomer && newcomers < this.#limits.newcomers) this.#begin(line);
    return ticket;
  }

  /** Those that have a turn wait for something else than the thread: the next ones begin. */
  releaseTurns(): void {
    for (const entry of [...this.#withTurn]) this.#leaveTurn(entry, "released");
    this.#beginNext();
  }

  get #atOnce(): number {
    const isAlone = this.#now() - this.#othersAskedAt > ALONE_AFTER_MS;
    return isAlone ? this.#limits.atOnceAlone : this.#limits.atOnce;
  }

  #refusal({ waiting, group }: Line): Refusal | undefined {
    const { alwaysWaiting, longestWaitMs, mostWaiting } = this.#limits;
    const before = Math.min(group.waiting, (waiting.length + 1) * group.lines.size);
    const waitMs = before * group.intervalMs;
    // Of outsiders all are counted: each may come from another network.
    const isShort = (group.name === OUTSIDERS ? group.waiting : waiting.length) < alwaysWaiting;
    if (waiting.length < mostWaiting && (isShort || waitMs <= longestWaitMs)) return undefined;
    return { retryAfterSeconds: Math.min(MOST_RETRY_AFTER_S, Math.max(1, Math.ceil(waitMs / 1_000))) };
  }

  #group(name: string): Group {
    const known = this.#groups.get(name);
    if (known) return known;
    if (this.#groups.size >= MAX_GROUPS)
      for (const group of this.#groups.values()) if (group.lines.size === 0) this.#groups.delete(group.name);
    const fresh = { waiting: 0, underWay: 0, used: 0, turnMs: 0, intervalMs: 0, leftWaitingAt: undefined };
    const group: Group = { name, lines: new Map(), ...fresh };
    this.#groups.set(name, group);
    return group;
  }

  #line(group: Group, name: string): Line {
    const known = group.lines.get(name);
    if (known) return known;
    const line: Line = { name, group, waiting: [], underWay: 0 };
    group.lines.set(name, line);
    return line;
  }

  #forgetIfIdle({ name, group, waiting, underWay }: Line): void {
    if (waiting.length + underWay === 0) group.lines.delete(name);
  }

  /** The line whose turn is next. */
  #next(): Line | undefined {
    let least: Line | undefined;
    for (const group of this.#groups.values()) {
      if (group.waiting === 0 || (least && group.used >= least.group.used)) continue;
      for (const line of group.lines.values()) {
        if (line.waiting.length === 0 || line.underWay >= this.#limits.underWay) continue;
        least = line;
        break;
      }
    }
    return least;
  }

  #beginNext(): void {
    while (this.#waiting > 0 && this.#withTurn.size < this.#atOnce) {
      const line = this.#next();
      if (!line) return;
      this.#begin(line);
    }
  }

  #begin(line: Line): void {
    const entry = line.waiting.shift();
    if (!entry) return;
    const { group } = line;
    // The other lines of the group are before it now.
    group.lines.delete(line.name);
    group.lines.set(line.name, line);
    const now = this.#now();
    if (group.leftWaitingAt !== undefined) group.intervalMs = averaged(group.intervalMs, now - group.leftWaitingAt);
    this.#waiting--;
    group.waiting--;
    group.underWay++;
    line.underWay++;
    group.leftWaitingAt = group.waiting > 0 ? now : undefined;
    this.#level = Math.max(this.#level, group.used);
    Object.assign(entry, { state: "turn", beganAt: now, estimate: group.turnMs });
    group.used += entry.estimate;
    this.#withTurn.add(entry);
    entry.begin(entry.ticket);
  }

  #leaveTurn(entry: Entry, state: "released" | "ended"): void {
    const { group } = entry.line;
    const turnMs = this.#now() - entry.beganAt;
    this.#withTurn.delete(entry);
    entry.state = state;
    group.used += turnMs - entry.estimate;
    group.turnMs = averaged(group.turnMs, turnMs);
  }

  #end(entry: Entry): void {
    const { line, state } = entry;
    if (state === "ended") return;
    if (state === "waiting") {
      line.waiting.splice(line.waiting.indexOf(entry), 1);
      line.group.waiting--;
      this.#waiting--;
    } else {
      if (state === "turn") this.#leaveTurn(entry, "ended");
      line.underWay--;
      line.group.underWay--;
    }
    entry.state = "ended";
    this.#forgetIfIdle(line);
    this.#beginNext();
  }
}
