import { noConnection, Problem } from "../../api/problem.ts";
import { CLIENT_ID, SIGN_IN_PATH } from "./client-facts.ts";
import type { KeptToken } from "./kept-token.ts";

interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Renewed so long before its end, so that none ends on its way. */
const EARLY_MS = 60_000;

/** The access that ended, or that there never was. */
class SignedOut extends Error {}

/** Tokens of the person who signed in: the access token is in memory only. */
export class Access {
  readonly #kept: KeptToken;
  readonly #listeners = new Set<() => void>();
  #current: { token: string; until: number } | undefined;
  #renewing: Promise<string> | undefined;

  constructor(kept: KeptToken) {
    this.#kept = kept;
  }

  /** Whether there may be access, as far as this page knows. */
  readonly isPossible = (): boolean => this.#current !== undefined || this.#kept.read() !== undefined;

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The service takes the token no more: the person has turned the add-in out, or is no member any more. */
  lose(): void {
    this.#forget();
  }

  /** A token that is good for a while. @throws SignedOut, Problem `no_connection` */
  async token(): Promise<string> {
    if (this.#current && this.#current.until > Date.now()) return this.#current.token;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return await this.#renewing;
  }

  /** Takes what the sign-in has brought. @throws Problem */
  async begin({ code, verifier }: { code: string; verifier: string }): Promise<void> {
    await this.#kept.alone(async () => {
      const redirect_uri = window.location.origin + SIGN_IN_PATH;
      this.#take(await ask({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri }));
    });
  }

  /** Gives the access back: nobody who finds the token later can use it. */
  async end(): Promise<void> {
    await this.#kept.alone(async () => {
      const token = this.#kept.read();
      this.#forget();
      if (token !== undefined) await send({ token });
    });
  }

  #renew(): Promise<string> {
    return this.#kept.alone(async () => {
      const refresh_token = this.#kept.read();
      if (refresh_token === undefined) throw new SignedOut();
      try {
        return this.#take(await ask({ grant_type: "refresh_token", refresh_token }));
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        this.#forget();
        throw new SignedOut("The access has ended.", { cause: error });
      }
    });
  }

  #take({ access_token, refresh_token, expires_in }: Tokens): string {
    this.#current = { token: access_token, until: Date.now() + expires_in * 1000 - EARLY_MS };
    this.#kept.write(refresh_token);
    this.#notify();
    return access_token;
  }

  #forget(): void {
    this.#current = undefined;
    this.#kept.forget();
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

async function ask(members: Record<string, string>): Promise<Tokens> {
  const response = await send(members);
  const body = (await response.json()) as Tokens & { error?: string; error_description?: string };
  if (response.ok) return body;
  const message = body.error_description ?? "The service gave no access.";
  throw new Problem({ status: response.status, code: body.error ?? "no_access", message });
}

async function send(members: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...members });
  try {
    return await fetch("/oauth/token", { method: "POST", body });
  } catch {
    throw noConnection();
  }
}
