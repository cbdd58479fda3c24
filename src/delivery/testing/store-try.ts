import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import type { Env } from "../../env.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryReceipt } from "../delivery-kind.ts";
import { DELIVERY_KIND_HANDLERS } from "../delivery-kinds.ts";
import { deliveryContext } from "./delivery-context.ts";

export const LETTER = new TextEncoder().encode("%PDF-1.7 the file");

export interface StoreTryOptions {
  settings?: Record<string, unknown>;
  data?: Record<string, unknown>;
  files?: Record<string, Uint8Array>;
  tries?: number;
  /** What the try before has left. */
  preview?: Record<string, unknown>;
  /** The clock. */
  now?: () => Date;
}

/** Makes tries at deliveries to a stand-in of a store; what each says, or the failure that it is. */
export const storeTries =
  (env: Env, kind: DeliveryKind, complete: Record<string, unknown>) =>
  async (
    store: { transport: typeof fetch },
    { settings, data = {}, files = { "Letter.pdf": LETTER }, tries = 1, preview, now }: StoreTryOptions = {},
  ): Promise<DeliveryReceipt | DeliveryError> => {
    const stored = Object.entries(files).map(async ([name, bytes]) => ({
      name,
      bytes,
      mediaType: "application/pdf",
      sha256: await sha256Hex(bytes),
    }));
    const all = { ...complete, ...settings };
    const context = deliveryContext(env, kind, all, data, await Promise.all(stored), store.transport);
    if (now) Object.assign(context.services, { now });
    try {
      return await DELIVERY_KIND_HANDLERS[kind].prepare(context).send({ ...context.entry, tries, preview });
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      throw error;
    }
  };

/** Where the files went, or what went wrong. */
export const storedAs = (result: DeliveryReceipt | DeliveryError): unknown =>
  result instanceof DeliveryError ? result.message : result.notes?.stored;

/** The failure of a try. */
export function failureOf(result: DeliveryReceipt | DeliveryError): DeliveryError {
  if (result instanceof DeliveryError) return result;
  throw new Error(`It was stored: ${JSON.stringify(result)}`);
}
