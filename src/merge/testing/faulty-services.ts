import { env } from "cloudflare:workers";
import { createLog } from "../../domain/log.ts";
import type { Env } from "../../env.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { createStore } from "../../store/store.ts";
import type { MergeServices } from "../context.ts";

/** The services of a job with some bindings replaced. */
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

/** When something happens to a call: before its work, or once that is done and the answer is on its way. */
export type Moment = "before" | "after";
export const MOMENTS = ["before", "after"] as const satisfies readonly Moment[];

/** Wraps a binding so that something happens, once, at the n-th call of `method`. */
export function happeningAt<Binding extends object>(
  binding: Binding,
  method: keyof Binding,
  moment: Moment,
  happens: () => Promise<void>,
  nth = 1,
): Binding {
  let calls = 0;
  return new Proxy(binding, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      if (name !== method) return value.bind(target) as unknown;
      return async (...args: unknown[]) => {
        if (++calls !== nth) return await (value.apply(target, args) as unknown);
        if (moment === "before") await happens();
        const result: unknown = await value.apply(target, args);
        if (moment === "after") await happens();
        return result;
      };
    },
  });
}
