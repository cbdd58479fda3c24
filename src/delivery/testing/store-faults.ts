import type { Phase, StoreUnderFaults } from "./faulty-stores.ts";

/** What people are told, by the sentence that begins each kind of failure. */
export const SENTENCES = {
  credentials: /does not take|does not let|may not write/,
  quota: /is full|no room|takes nothing more/,
  missing: /is not in|is not there/,
  later:
    /busy|did not|sent nothing|at the moment|locked|can be read|cannot be written now|has ended the upload|leads to/,
  never: /refuses the file|takes no file|leads to/,
} as const;

/** What comes of the try, or `stored`, if it gets over the fault by itself. */
type Outcome = keyof typeof SENTENCES | "stored";

/** A request that a fault has got hold of. */
interface HeldRequest {
  store: StoreUnderFaults;
  phase: Phase;
  /** How many requests of this phase came before it. */
  before: number;
  /** Lets it through. */
  pass(): Promise<Response>;
}

/** One thing that goes wrong between a delivery and its store. */
export interface StoreFault {
  name: string;
  /** Where it is tried: in each phase that a store has when absent. */
  phases?: readonly Phase[];
  /** Stores that know no such thing are left out. */
  applies?(store: StoreUnderFaults): boolean;
  answer(request: HeldRequest): Response | Promise<Response> | undefined;
  outcome(store: StoreUnderFaults, phase: Phase): Outcome;
  /** How long the store asks to be left alone, in milliseconds. */
  retryAfterMs?: number;
  /** It passes only with time. */
  takesMs?: number;
}

const reset = (): never => {
  throw new TypeError("connection reset");
};
const always = (outcome: Outcome) => (): Outcome => outcome;
const status = (code: number, headers: Record<string, string> = {}, body: string | null = null) => ({
  answer: () => new Response(body, { status: code, headers }),
});
const html = (code: number) => status(code, { "content-type": "text/html" }, "<!doctype html><title>Sign in</title>");
const body = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) =>
  new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });

/** Where a store speaks of the file itself in its own words. */
const wordsPhase = ({ phases }: StoreUnderFaults): Phase => (phases.includes("begin") ? "begin" : "write");
const said = (name: string, word: keyof StoreUnderFaults["words"], outcome: Outcome): StoreFault => ({
  name,
  phases: ["begin", "write"],
  applies: ({ words }) => words[word] !== undefined,
  answer: ({ store, phase, before }) =>
    phase === wordsPhase(store) && (outcome !== "stored" || before === 0) ? store.words[word]?.() : undefined,
  outcome: (store, phase) => (phase === wordsPhase(store) ? outcome : "stored"),
});

const isDav = ({ kind }: StoreUnderFaults): boolean => kind === "webdav";
const hasTokens = ({ phases }: StoreUnderFaults): boolean => phases.includes("token");
const OF_FILES: readonly Phase[] = ["look", "begin", "write"];

/** Every fault that all stores have to get over, in words and in deeds. */
export const STORE_FAULTS: readonly StoreFault[] = [
  { name: "the connection is refused, or its certificate is not trusted", answer: reset, outcome: always("later") },
  {
    name: "the connection is cut in the middle of the answer",
    answer: async ({ pass }) => {
      const { status: code } = await pass();
      const cut = body((controller) => controller.error(new TypeError("connection reset")));
      return new Response(cut, { status: code === 204 ? 200 : code });
    },
    outcome: always("later"),
  },
  {
    name: "what was asked is done, and the answer is lost",
    answer: async ({ pass }) => {
      await pass();
      return reset();
    },
    outcome: always("later"),
  },
  {
    name: "nothing answers",
    answer: () => new Promise<Response>(() => {}),
    outcome: always("later"),
    takesMs: 36_000,
  },
  {
    name: "the answer trickles without an end",
    answer: () =>
      new Response(
        body(async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 5_000));
          controller.enqueue(new Uint8Array(1));
        }),
      ),
    outcome: always("later"),
    takesMs: 41_000,
  },
  {
    name: "the answer has 5 GB",
    answer: () => new Response(body((controller) => controller.enqueue(new Uint8Array(65_536)))),
    outcome: always("later"),
  },
  { name: "a redirect to itself", ...status(302, { location: "?" }), outcome: always("later") },
  { name: "a redirect that keeps the method", ...status(307, { location: "/later" }), outcome: always("later") },
  {
    name: "a redirect for good",
    ...status(301, { location: "https://new.example/" }),
    outcome: (store) => (isDav(store) ? "never" : "later"),
  },
  { name: "a login page says 200", ...html(200), outcome: always("later") },
  {
    name: "a proxy says 403 in a page",
    ...html(403),
    outcome: (store) => (isDav(store) ? "credentials" : "later"),
  },
  { name: "a gateway says 502 in a page", ...html(502), outcome: always("later") },
  { name: "a network wants a login (511)", ...html(511), outcome: always("later") },
  { name: "200 without a word", ...status(200), outcome: always("later") },
  { name: "half of a JSON answer", ...status(200, {}, '{"id": "1'), outcome: always("later") },
  { name: "wrong XML", ...status(200, {}, "<a><b></a>"), outcome: always("later") },
  { name: "JSON of something else", ...status(200, {}, '{"ok":true}'), outcome: always("later") },
  {
    name: "429 with Retry-After in seconds",
    ...status(429, { "retry-after": "120" }),
    outcome: always("later"),
    retryAfterMs: 120_000,
  },
  {
    name: "429 with Retry-After as a date",
    ...status(429, { "retry-after": "Wed, 04 Mar 2026 05:16:07 GMT" }),
    outcome: always("later"),
    retryAfterMs: 600_000,
  },
  { name: "503 with a Retry-After of nonsense", ...status(503, { "retry-after": "soon" }), outcome: always("later") },
  { name: "500", ...status(500), outcome: always("later") },
  { name: "504", ...status(504), outcome: always("later") },
  { name: "408", ...status(408), outcome: always("later") },
  { name: "423 of a proxy", ...status(423), outcome: always("later") },
  { name: "507 of a proxy", ...status(507), phases: OF_FILES, outcome: always("quota") },
  { name: "413 of a proxy", ...status(413), phases: OF_FILES, outcome: always("never") },
  said("the caller is not known any more", "unknownCaller", "credentials"),
  said("the caller has not got the right", "noRight", "credentials"),
  said("the folder is gone", "folderGone", "missing"),
  said("the store is full", "full", "quota"),
  said("the file is locked", "locked", "later"),
  said("the name was taken meanwhile", "nameTaken", "stored"),
  said("the file is too large", "tooLarge", "never"),
  said("the name is refused", "nameRefused", "never"),
  {
    name: "the token ends in the middle",
    phases: ["folder", "begin"],
    applies: hasTokens,
    answer: ({ store, before }) => (before === 0 ? store.words.unknownCaller() : undefined),
    outcome: always("stored"),
  },
  {
    name: "consent was taken back",
    phases: ["token"],
    ...status(400, {}, '{"error":"invalid_grant","error_description":"Token has been revoked."}'),
    outcome: always("credentials"),
  },
  {
    name: "the upload ends before it is complete",
    phases: ["write"],
    applies: ({ phases }) => phases.includes("begin"),
    ...status(404),
    outcome: always("later"),
  },
];
