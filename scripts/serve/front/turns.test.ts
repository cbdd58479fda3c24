import { describe, expect, it } from "vitest";
import { ALONE_AFTER_MS, OUTSIDERS, type Ticket, type TurnLimits, Turns } from "./turns.ts";

const LIMITS: TurnLimits = {
  atOnce: 1,
  atOnceAlone: 1,
  newcomers: 0,
  underWay: 3,
  longestWaitMs: 1_000,
  alwaysWaiting: 2,
  mostWaiting: 50,
};

/** A thread that answers the request that has its turn, in so many milliseconds by the first letter of its name. */
class Machine {
  now = 0;
  readonly begun: string[] = [];
  readonly turns: Turns;
  readonly #underWay: { name: string; ticket: Ticket }[] = [];

  constructor(limits: Partial<TurnLimits> = {}) {
    this.turns = new Turns({ ...LIMITS, ...limits }, () => this.now);
  }

  ask(name: string, group = name.slice(0, 1), line = "") {
    return this.turns.ask(group, line, (ticket) => {
      this.begun.push(name);
      this.#underWay.push({ name, ticket });
    });
  }

  /** Answers so many. */
  answer(count: number, ms: (name: string) => number = () => 10): void {
    for (let time = 0; time < count; time++) {
      const next = this.#underWay.shift();
      if (!next) return;
      this.now += ms(next.name);
      next.ticket.end();
    }
  }
}

const isRefused = (asked: object): boolean => "retryAfterSeconds" in asked;

describe("turns of workspaces", () => {
  it("go from one to the other, and each one's requests are served as they came", () => {
    const machine = new Machine();
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) machine.ask(name);
    machine.answer(10);
    expect(machine.begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("are counted in time: one whose requests take ten times as long has a tenth as many", () => {
    const machine = new Machine({ longestWaitMs: Number.POSITIVE_INFINITY, mostWaiting: 500 });
    for (let at = 0; at < 200; at++) for (const name of ["a", "b"]) machine.ask(name);
    machine.answer(110, (name) => (name === "a" ? 100 : 10));
    const slow = machine.begun.filter((name) => name === "a").length;
    expect(slow).toBeGreaterThanOrEqual(9);
    expect(slow).toBeLessThanOrEqual(13);
  });

  it("come to a newcomer next, however many wait of another one and however much that one has had", () => {
    const machine = new Machine();
    for (let at = 0; at < 40; at++) machine.ask("a");
    machine.answer(20);
    machine.ask("b1");
    machine.answer(1);
    expect(machine.begun.at(-1)).toBe("b1");
  });

  it("are not waited for by a request of a workspace of which nothing is here, up to a number of them", () => {
    const machine = new Machine({ newcomers: 2 });
    for (const name of ["a1", "a2", "b1", "b2", "c1"]) machine.ask(name);
    expect(machine.begun).toEqual(["a1", "b1"]);
    machine.answer(1);
    expect(machine.begun).toEqual(["a1", "b1"]);
    machine.answer(1);
    expect(machine.begun).toEqual(["a1", "b1", "c1"]);
  });

  it("are not saved up by whoever asks for nothing", () => {
    const machine = new Machine();
    machine.ask("b");
    machine.answer(1);
    for (let at = 0; at < 40; at++) machine.ask("a");
    machine.answer(20);
    for (let at = 0; at < 10; at++) machine.ask("b");
    machine.begun.length = 0;
    machine.answer(10);
    expect(machine.begun.filter((name) => name === "a").length).toBeGreaterThanOrEqual(4);
  });

  it("are one at a time while others ask, and as many as are useful for one that is alone", () => {
    const machine = new Machine({ atOnceAlone: 2 });
    for (let at = 0; at < 4; at++) machine.ask("a");
    expect(machine.begun).toHaveLength(2);
    machine.ask("b");
    machine.answer(1);
    expect(machine.begun).toEqual(["a", "a"]);
    machine.answer(1);
    expect(machine.begun).toEqual(["a", "a", "b"]);
    machine.answer(10);
    machine.now += ALONE_AFTER_MS + 1;
    machine.begun.length = 0;
    for (let at = 0; at < 4; at++) machine.ask("a");
    expect(machine.begun).toEqual(["a", "a"]);
  });

  it("go on beside what waits for something else, up to a number for each line", () => {
    const machine = new Machine();
    for (let at = 0; at < 6; at++) machine.ask("a");
    expect(machine.turns.isWaitedFor).toBe(true);
    for (let at = 0; at < 5; at++) machine.turns.releaseTurns();
    expect(machine.begun).toHaveLength(LIMITS.underWay);
    expect(machine.turns.isWaitedFor).toBe(false);
    machine.ask("b");
    expect(machine.begun.at(-1)).toBe("b");
  });

  it("are given back by whoever leaves, waiting or under way, and twice is once", () => {
    const machine = new Machine();
    const first = machine.ask("a1") as Ticket;
    const second = machine.ask("a2") as Ticket;
    machine.ask("a3");
    second.end();
    first.end();
    first.end();
    expect(machine.begun).toEqual(["a1", "a3"]);
    machine.ask("b1");
    expect(machine.begun).toEqual(["a1", "a3"]);
    expect(machine.turns.isIdle).toBe(false);
    machine.answer(3);
    machine.answer(1);
    expect(machine.turns.isIdle).toBe(true);
  });
});

describe("a line", () => {
  it("is as long as can be done in the time that somebody waits; the next one is told when to come again", () => {
    const machine = new Machine();
    for (let at = 0; at < 10; at++) machine.ask("a");
    machine.answer(8, () => 100);
    const taken = Array.from({ length: 30 }, () => machine.ask("a")).filter((asked) => !isRefused(asked)).length;
    expect(taken).toBeGreaterThanOrEqual(8);
    expect(taken).toBeLessThanOrEqual(11);
    expect(machine.ask("a")).toMatchObject({ retryAfterSeconds: expect.toSatisfy((s: number) => s >= 1 && s <= 3) });
    expect(isRefused(machine.ask("b"))).toBe(false);
  });

  it("takes a few however slow it is, and a number of them however fast", () => {
    const machine = new Machine();
    for (let at = 0; at < 4; at++) machine.ask("a");
    machine.answer(4, () => 60_000);
    const some = Array.from({ length: 6 }, () => isRefused(machine.ask("a")));
    expect(some).toEqual([false, false, false, true, true, true]);
    const quick = new Machine();
    const many = Array.from({ length: 60 }, () => isRefused(quick.ask("a")));
    // One of them has its turn.
    expect(many.filter((refused) => !refused)).toHaveLength(LIMITS.mostWaiting + 1);
  });
});

describe("outsiders", () => {
  it("have the turns of one workspace between them, whatever number of networks they come from", () => {
    const machine = new Machine({ longestWaitMs: Number.POSITIVE_INFINITY });
    for (let at = 0; at < 100; at++) machine.ask(`s${at}`, OUTSIDERS, `10.0.${at}.0/24`);
    for (let at = 0; at < 20; at++) machine.ask("a");
    machine.begun.length = 0;
    machine.answer(20);
    expect(machine.begun.filter((name) => name === "a").length).toBeGreaterThanOrEqual(9);
  });

  it("take turns by network: one that sends much is refused, and another one served next", () => {
    const machine = new Machine();
    for (let at = 0; at < 20; at++) machine.ask("s", OUTSIDERS, "10.0.0.0/24");
    machine.answer(10, () => 100);
    const flood = Array.from({ length: 40 }, () => isRefused(machine.ask("s", OUTSIDERS, "10.0.0.0/24")));
    expect(flood).toContain(true);
    expect(isRefused(machine.ask("other", OUTSIDERS, "192.0.2.0/24"))).toBe(false);
    machine.answer(2, () => 100);
    expect(machine.begun.slice(-2)).toContain("other");
  });

  it("from ever new networks are refused once more wait than can be served", () => {
    const machine = new Machine();
    for (let at = 0; at < 10; at++) machine.ask("s", OUTSIDERS, "10.0.0.0/24");
    machine.answer(10, () => 100);
    const asked = Array.from({ length: 1_000 }, (_, at) => isRefused(machine.ask("s", OUTSIDERS, `net ${at}`)));
    expect(asked.filter((refused) => !refused).length).toBeLessThan(20);
  });
});
