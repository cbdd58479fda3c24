import { env } from "cloudflare:workers";
import { createLog } from "../../domain/log.ts";
import type { Env } from "../../env.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { createStore } from "../../store/store.ts";
import type { MergeServices } from "../merge-services.ts";

/** The services of a job with some bindings put in the place of the real ones. */
export const faultyServices = (overrides: Partial<Env> = {}): MergeServices => {
  const faulty = { ...env, ...overrides } as Env;
  return {
    env: faulty,
    store: createStore(faulty),
    now: () => new Date(),
    log: createLog(),
    outbound: (internalHosts) => outboundPolicy({}, internalHosts),
  };
};

/** Wraps a binding so that calls of `method` fail as long as `fails` says so. */
export function failing<Binding extends object>(
  binding: Binding,
  method: keyof Binding,
  fails: () => boolean,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === method && fails()) return Promise.reject(new Error(`${String(method)} failed`));
        return value.apply(target, args) as unknown;
      };
    },
  });
}
