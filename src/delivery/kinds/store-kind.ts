import type * as z from "zod";
import type { PlainSettings } from "../../domain/delivery/delivery-secrets.ts";
import { readSettings } from "../../env.ts";
import type { DeliveryContext, DeliveryKindHandler } from "../delivery-kind.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { isLiteral } from "../setting-values.ts";
import type { FileStore } from "../storage/file-store.ts";
import { ifExistsOf } from "../storage/if-exists.ts";
import { storeFiles } from "../storage/store-files.ts";
import { placesOf, shownPlace } from "../storage/stored-place.ts";
import { addressOf } from "./allowed-host.ts";

/** Reads settings after merging. */
export interface SettingReader {
  /** One line; empty if the setting is left out. */
  line(member: string): string;
  /** The same, with its line breaks. */
  text(member: string): string;
  /** A web address, which leads to no host that the settings do not allow. */
  address(member: string): string;
}

interface StoreKindOptions<Account> {
  check: z.ZodType<Record<string, unknown>>;
  /** @throws DeliveryError, permanent, if the settings are no good after merging */
  account(read: SettingReader): Account;
  /** Host of the store. */
  target(account: Account): string;
  /** What is kept of where it goes, beside the paths. */
  envelope(account: Account): Record<string, unknown>;
  /** A name as the store takes it; as it is when absent. */
  nameOf?(name: string): string;
  open(outbound: OutboundContext, account: Account): FileStore;
}

/** A kind of delivery that puts files into a store of folders. */
export function storeKind<Account>(kind: StoreKindOptions<Account>): DeliveryKindHandler {
  return {
    check: kind.check,

    prepare(context) {
      const account = kind.account(mergedSettings(context));
      const places = placesOf(context, kind.nameOf);
      const { services, internalHosts, entry } = context;
      return {
        target: kind.target(account),
        envelope: { ...kind.envelope(account), paths: places.map(shownPlace) },
        content: async () => ({}),
        async send(claimed) {
          const { consentClients } = readSettings(services.env);
          const outbound = { policy: services.outbound(internalHosts), now: services.now, consentClients };
          return await storeFiles(context, claimed, kind.open(outbound, account), places, ifExistsOf(entry.settings));
        },
      };
    },

    async checkAccess(settings, outbound) {
      if (!hasFields(settings)) await kind.open(outbound, kind.account(writtenSettings(settings))).checkAccess();
    },
  };
}

const mergedSettings = (context: DeliveryContext): SettingReader => ({
  line: (member) => context.render.line(member, context.entry.settings[member]),
  text: (member) => context.render.text(member, context.entry.settings[member]),
  address: (member) => addressOf(context, member),
});

const writtenSettings = (settings: PlainSettings): SettingReader => {
  const line = (member: string): string => String(settings[member] ?? "").trim();
  return { line, text: line, address: line };
};

/** What the data say only later; signing in takes none of them. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["path", "send_at"]);

/** Whether it depends on data who signs in, or where: that cannot be tried before there are any. */
const hasFields = (settings: PlainSettings): boolean =>
  Object.entries(settings).some(
    ([member, value]) => !OF_THE_FILE.has(member) && typeof value === "string" && !isLiteral(value),
  );
