import type { ProfileTraits } from "./profiles.ts";

/** One breach of a standard. */
export interface ValidationProblem {
  /** Of ISO 19005 or ISO 14289-1. */
  readonly clause: string;
  readonly message: string;
  /** Counted from 1; null if no page is concerned, or several. */
  readonly page: number | null;
  /** The number of the indirect object; null if none is concerned. */
  readonly object: number | null;
}

/** Where a subject is. */
export interface Place {
  readonly page?: number;
  readonly object?: number;
}

/** A rule of the standards for one kind of subject. A standard for which it names no clause does not have the rule. */
export interface Check<Subject> {
  readonly pdfA?: string;
  readonly pdfUa?: string;
  /** The lowest level of PDF/A that has the rule; all by default. */
  readonly level?: "u" | "a";
  /** The only part of PDF/A that has the rule; both by default. */
  readonly part?: 2 | 3;
  /** What is wrong; undefined if nothing is. */
  readonly check: (subject: Subject) => string | undefined;
}

/** How often a clause that is broken on every page is named. */
const MAX_OF_A_CLAUSE = 50;
const MAX_MESSAGE_LENGTH = 400;

/** Collects problems of one profile, each once, and a limited number per clause. */
class ProfileFindings {
  readonly problems: ValidationProblem[] = [];
  readonly traits: ProfileTraits;
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(traits: ProfileTraits) {
    this.traits = traits;
  }

  /** The rule's clause in the profile's standard; undefined if it is not part of the profile. */
  clauseOf(check: Clauses): string | undefined {
    const { standard, part, level } = this.traits;
    if (standard === "PDF/UA") return check.pdfUa;
    if (check.part !== undefined && check.part !== part) return undefined;
    if (check.level === "a" && level !== "a") return undefined;
    if (check.level === "u" && level === "b") return undefined;
    return check.pdfA;
  }

  add(clause: string, message: string, { page, object }: Place): void {
    const key = `${clause} ${page} ${object} ${message}`;
    const count = this.#counts.get(clause) ?? 0;
    if (this.#seen.has(key) || count >= MAX_OF_A_CLAUSE) return;
    this.#seen.add(key);
    this.#counts.set(clause, count + 1);
    this.problems.push({
      clause,
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      page: page ?? null,
      object: object ?? null,
    });
  }
}

/** Collects the problems of a document that is checked against one profile, or against PDF/A and PDF/UA together. */
export class Findings {
  /** What PDF/A asks for; undefined where only PDF/UA is checked. */
  readonly pdfA: ProfileTraits | undefined;
  readonly #profiles: readonly ProfileFindings[];

  constructor(profiles: readonly ProfileTraits[]) {
    this.pdfA = profiles.find(({ standard }) => standard === "PDF/A");
    this.#profiles = profiles.map((traits) => new ProfileFindings(traits));
  }

  /** Those of the first profile come first. */
  get problems(): readonly ValidationProblem[] {
    return this.#profiles.flatMap(({ problems }) => problems);
  }

  /** Checks a subject by the rules that the profiles have; a rule that both have is asked once. */
  apply<Subject>(checks: readonly Check<Subject>[], subject: Subject, place: Place): void {
    for (const check of checks) {
      if (!this.#profiles.some((profile) => profile.clauseOf(check) !== undefined)) continue;
      const message = check.check(subject);
      if (message !== undefined) this.add(check, message, place);
    }
  }

  /** Adds what breaks a clause to the profiles that have it. */
  add(clauses: Clauses, message: string, place: Place): void {
    for (const profile of this.#profiles) {
      const clause = profile.clauseOf(clauses);
      if (clause !== undefined) profile.add(clause, message, place);
    }
  }
}

/** Which profiles have a rule, and under which clause. */
type Clauses = Pick<Check<never>, "pdfA" | "pdfUa" | "level" | "part">;
