import { createHash } from "node:crypto";
import { wireContents } from "../client/bytes.ts";
import type { Docloom, NewDelivery, NewDocument, NewRoute } from "../client/docloom.ts";
import { ConnectionError, DocloomError } from "../client/errors.ts";
import { differencesOf } from "../project/differences.ts";
import { pushSamples } from "../project/samples.ts";
import { listAllDocuments, readServiceDocument } from "../project/service-documents.ts";
import type { ImportedKind, ImportJournal } from "./journal.ts";
import type { ImportedResource, ImportReport } from "./report.ts";
import {
  type ImportSource,
  type SourceDelivery,
  type SourceDocument,
  type SourceRoute,
  withoutMasks,
} from "./source.ts";

export interface ImportOptions {
  dryRun: boolean;
  /** Called after each document, route and delivery. */
  onStep(): void;
}

interface Secrets {
  members: readonly string[];
  sentence: string;
}

/** The kinds whose settings carry secrets that no service shows, and what a delivery without them lacks. */
const SECRETS: Readonly<Record<string, Secrets | undefined>> = {
  webhook: { members: ["secret"], sentence: "a signing secret is never shown: if it had one, set it" },
  email: { members: ["password"], sentence: "a password is never shown: set it, then turn the delivery on" },
  webdav: { members: ["password"], sentence: "its password is never shown: set it, then turn the delivery on" },
  azure_blob: {
    members: ["account_key", "sas"],
    sentence: "its secrets are never shown: set them, then turn the delivery on",
  },
  dropbox: {
    members: ["app_secret", "refresh_token"],
    sentence: "its secrets are never shown: set them, then turn the delivery on",
  },
  google_drive: {
    members: ["private_key", "client_secret", "refresh_token"],
    sentence: "its secrets are never shown: set them, then turn the delivery on",
  },
  sharepoint: {
    members: ["client_secret"],
    sentence: "its secrets are never shown: set them, then turn the delivery on",
  },
  s3: {
    members: ["access_key_id", "secret_access_key"],
    sentence: "its access_key_id and secret_access_key are never shown: set them, then turn the delivery on",
  },
  route: undefined,
} satisfies Record<NewDelivery["type"], Secrets | undefined>;

/** A document or data route, which has a merge address at the source. */
type AddressedResource = ImportedResource & { kind: "document" | "route"; from_url: string };

/** Copies everything from one service to another. Run again, it continues where it was and takes nothing twice. */
export class ServiceImport {
  readonly #source: ImportSource;
  readonly #target: Docloom;
  readonly #journal: ImportJournal;
  readonly #options: ImportOptions;
  readonly report: ImportReport;
  #targetDocuments: { id: string; name: string; type: string; folder?: string; url: string }[] = [];

  constructor(
    source: ImportSource,
    target: Docloom,
    journal: ImportJournal,
    options: ImportOptions & { from: string; to: string },
  ) {
    this.#source = source;
    this.#target = target;
    this.#journal = journal;
    this.#options = options;
    this.report = {
      from: options.from,
      to: options.to,
      dry_run: options.dryRun,
      things: [],
      problems: [],
      by_hand: [],
    };
  }

  /** How many steps there are, as far as lists show. */
  get steps(): number {
    return this.#source.documents.length + this.#source.routes.length;
  }

  async run(): Promise<ImportReport> {
    this.#targetDocuments = await listAllDocuments(this.#target);
    const withDeliveries: { owner: "document" | "route"; id: string; name: string; delivery: SourceDelivery }[] = [];
    for (const { id, name } of this.#source.documents) {
      await this.#guard("document", id, name, async () => {
        const document = await this.#source.document(id);
        await this.#takeDocument(document);
        withDeliveries.push(
          ...document.deliveries.map((delivery) => ({ owner: "document" as const, id, name, delivery })),
        );
      });
      this.#options.onStep();
    }
    for (const { id, name } of this.#source.routes) {
      await this.#guard("route", id, name, async () => {
        const route = await this.#source.route(id);
        await this.#takeRoute(route);
        withDeliveries.push(...route.deliveries.map((delivery) => ({ owner: "route" as const, id, name, delivery })));
      });
      this.#options.onStep();
    }
    // A delivery may hand data on to any route, so they come last.
    for (const { owner, id, name, delivery } of withDeliveries)
      await this.#guard("delivery", delivery.id, deliveryName(name, delivery), () =>
        this.#takeDelivery(owner, id, name, delivery),
      );
    await this.#takeFolders();

    return this.report;
  }

  async #takeDocument(document: SourceDocument): Promise<void> {
    const { id, members, url } = document;
    const resource = { kind: "document" as const, name: members.name, from_id: id, from_url: url };
    const known = this.#journal.idOf("document", id);
    if (known !== undefined && this.#targetDocuments.some((one) => one.id === known)) {
      if (!this.#options.dryRun) await pushSamples(this.#target, known, document.samples);
      const to = this.#targetDocuments.find((one) => one.id === known)?.url;
      return await this.#noteAddressed({ ...resource, to_id: known, action: "kept", ...(to && { to_url: to }) });
    }
    const match = await this.#matchOf(document);
    if (match) {
      if (!this.#options.dryRun) {
        this.#journal.done("document", id, match.id);
        await pushSamples(this.#target, match.id, document.samples);
      }
      return await this.#noteAddressed({ ...resource, to_id: match.id, action: "adopted", to_url: match.url });
    }
    if (this.#options.dryRun) return await this.#noteAddressed({ ...resource, to_id: "", action: "planned" });

    const file = document.template;
    const body = {
      ...members,
      ...(members.type === "html"
        ? { html: new TextDecoder().decode(file) }
        : { file_contents: await wireContents(file) }),
    } as Omit<NewDocument, "file">;
    const created = await this.#create("document", id, body, (headers) =>
      this.#target.api.POST("/api/documents", { body, headers }),
    );
    await pushSamples(this.#target, created.id, document.samples);
    await this.#noteAddressed({ ...resource, to_id: created.id, action: "created", to_url: created.url });
  }

  /**
   * A document of the target that is the same and is not the copy of another one: an import that was stopped or
   * forgotten made it.
   */
  async #matchOf(document: SourceDocument) {
    const taken = this.#journal.targetIds("document");
    const { members } = document;
    const candidates = this.#targetDocuments.filter(
      ({ id, name, type, folder = "" }) =>
        name === members.name &&
        type === members.type &&
        folder === (members.folder ?? "") &&
        !taken.has(id) &&
        !this.#adopted.has(id),
    );
    for (const { id } of candidates) {
      const candidate = await readServiceDocument(this.#target, id);
      if (differencesOf(candidate, document).length > 0) continue;
      this.#adopted.add(id);
      return candidate;
    }
    return undefined;
  }
  readonly #adopted = new Set<string>();

  async #takeRoute(route: SourceRoute): Promise<void> {
    const { id, name, url } = route;
    const resource = { kind: "route" as const, name, from_id: id, from_url: url };
    const known = this.#journal.idOf("route", id);
    const present = await this.#targetRoutes();
    const keptRoute = present.find((one) => one.id === known);
    if (keptRoute)
      return await this.#noteAddressed({ ...resource, to_id: keptRoute.id, action: "kept", to_url: keptRoute.url });

    const missing = route.rules.filter(({ document_id }) => document_id && !this.#idHere("document", document_id));
    if (missing.length > 0 && !this.#options.dryRun)
      throw new Error(
        `its rules need documents that were not taken over: ${missing.map(({ document_id }) => document_id).join(", ")}`,
      );
    if (this.#options.dryRun) return await this.#noteAddressed({ ...resource, to_id: "", action: "planned" });

    const body = this.#routeBody(route);
    const match = await this.#matchingRoute(route, body);
    if (match) {
      this.#journal.done("route", id, match.id);
      return await this.#noteAddressed({ ...resource, to_id: match.id, action: "adopted", to_url: match.url });
    }
    const created = await this.#create("route", id, body, (headers) =>
      this.#target.api.POST("/api/routes", { body, headers }),
    );
    if (!route.isWhole)
      this.report.by_hand.push({
        kind: "route",
        name,
        to_id: created.id,
        reason: "the source does not show its folder, output_name and whether it is active",
      });
    await this.#noteAddressed({ ...resource, to_id: created.id, action: "created", to_url: created.url });
  }

  /** Has the address before lead to the same thing here, and notes both. */
  async #noteAddressed(resource: AddressedResource): Promise<void> {
    const noted: ImportedResource = { ...resource };
    this.#note(noted);
    const [address] = /\/(?:merge|route)\/\d+\/[^/?#]+$/.exec(resource.from_url) ?? [];
    // Within one service, and at a host that the source shares with the target, the address leads to the source.
    const isElsewhere = new URL(resource.from_url, this.report.from).host !== new URL(this.report.to).host;
    if (address === undefined || !isElsewhere) return;
    const keptUrl = `${this.report.to.replace(/\/+$/, "")}${address}`;
    if (this.#options.dryRun) {
      noted.kept_url = keptUrl;
      return;
    }
    const { kind, name, from_id, to_id, from_url } = resource;
    const target = kind === "document" ? this.#target.documents : this.#target.routes;
    try {
      noted.kept_url = (await target.addFormerAddress(to_id, from_url)).url;
    } catch (error) {
      if (!(error instanceof DocloomError) || error.status >= 500 || error.status === 401 || error.status === 429)
        throw error;
      const isUnknown = error.status === 404 || error.status === 405;
      const why = isUnknown ? "the target takes over no addresses" : error.message;
      const now = resource.to_url ? `: programs that post to ${from_url} have to post to ${resource.to_url}` : "";
      if (isUnknown) this.report.by_hand.push({ kind, name, to_id, reason: `${why}${now}` });
      else this.report.problems.push({ kind, name, from_id, reason: `its address is not taken over: ${why}${now}` });
    }
  }

  #routeBody({ name, output_name, folder, active, retention_days, rules }: SourceRoute): NewRoute {
    return {
      name,
      ...(output_name && { output_name }),
      ...(folder && { folder }),
      ...(active === "0" && { active }),
      ...(retention_days && { retention_days }),
      rules: rules.map(({ id: _, document_id, ...rule }) => ({
        ...rule,
        ...(document_id && { document_id: this.#idHere("document", document_id) ?? document_id }),
      })),
    } as NewRoute;
  }

  /** A route of the target that is the same and is not the copy of another one. */
  async #matchingRoute(route: SourceRoute, body: NewRoute) {
    const taken = this.#journal.targetIds("route");
    const wanted = fingerprintOf(body.rules);
    for (const candidate of (await this.#targetRoutes()).filter(
      ({ id, name }) => name === route.name && !taken.has(id),
    )) {
      const rules = (await this.#target.routes.rules(candidate.id)).map(({ id: _, ...rule }) => rule);
      if (fingerprintOf(rules) === wanted) return candidate;
    }
    return undefined;
  }

  async #takeDelivery(
    owner: "document" | "route",
    ownerId: string,
    ownerName: string,
    delivery: SourceDelivery,
  ): Promise<void> {
    const name = deliveryName(ownerName, delivery);
    const resource = { kind: "delivery" as const, name, from_id: delivery.id };
    const ownerHere = this.#idHere(owner, ownerId);
    const known = this.#journal.idOf("delivery", delivery.id);
    if (known !== undefined && ownerHere !== undefined) {
      // The messages of an import that was stopped were never seen.
      this.#reportSecret(delivery, name, known);
      return this.#note({ ...resource, to_id: known, action: "kept" });
    }
    if (this.#options.dryRun) {
      this.#reportSecret(delivery, name, "");
      return this.#note({ ...resource, to_id: "", action: "planned" });
    }
    if (ownerHere === undefined) throw new Error(`its ${owner} was not taken over`);

    const body = this.#deliveryBody(delivery);
    const match = await this.#matchingDelivery(owner, ownerHere, body);
    if (match) {
      this.#journal.done("delivery", delivery.id, match.id);
      this.#reportSecret(delivery, name, match.id);
      return this.#note({ ...resource, to_id: match.id, action: "adopted" });
    }
    const id = await this.#createDelivery(owner, ownerHere, delivery, body);
    this.#reportSecret(delivery, name, id);
    this.#note({ ...resource, to_id: id, action: "created" });
  }

  #deliveryBody({ type, name, active, settings }: SourceDelivery): NewDelivery {
    const { route_id: routeId } = settings;
    const mapped =
      type === "route" && typeof routeId === "string" ? { route_id: this.#idHere("route", routeId) ?? routeId } : {};
    return {
      type,
      ...(name && { name }),
      ...(active !== undefined && { active }),
      settings: { ...settings, ...mapped },
    } as NewDelivery;
  }

  /** What an earlier try made at this owner before it could be recorded. */
  async #matchingDelivery(
    owner: "document" | "route",
    ownerId: string,
    body: NewDelivery,
  ): Promise<SourceDelivery | undefined> {
    const present: SourceDelivery[] =
      owner === "document"
        ? await this.#target.documents.deliveries(ownerId)
        : await this.#target.routes.deliveries(ownerId);
    const taken = this.#journal.targetIds("delivery");
    return present.find(
      ({ id, type, name = "", settings }) =>
        !taken.has(id) &&
        type === body.type &&
        name === (body.name ?? "") &&
        fingerprintOf(withoutMasks({ settings }).settings) === fingerprintOf(body.settings),
    );
  }

  async #createDelivery(
    owner: "document" | "route",
    ownerId: string,
    delivery: SourceDelivery,
    body: NewDelivery,
  ): Promise<string> {
    const post = (sent: NewDelivery, key: string) =>
      this.#create("delivery", key, sent, async (headers) => {
        const params = { path: { id: ownerId } };
        if (owner === "document")
          return this.#target.api.POST("/api/documents/{id}/deliveries", { params, body: sent, headers });
        const { data, response } = await this.#target.api.POST("/api/routes/{id}/deliveries", {
          params,
          body: sent,
          headers,
        });
        return { data: data?.[0], response };
      });
    try {
      return (await post(body, delivery.id)).id;
    } catch (error) {
      const secret = SECRETS[delivery.type];
      if (!secret || !isAboutSecret(error, secret.members)) throw error;
      // It needs its secrets, which no service shows: it exists, turned off, until somebody sets them.
      const stand = this.#journal.secretFor("delivery", delivery.id);
      const missing = secret.members.filter((member) => delivery.settings[member] === undefined);
      const settings = { ...body.settings, ...Object.fromEntries(missing.map((member) => [member, stand])) };
      return (await post({ ...body, active: "0", settings } as NewDelivery, delivery.id)).id;
    }
  }

  #reportSecret({ type, settings, hiddenHeaders = [] }: SourceDelivery, name: string, id: string): void {
    if (hiddenHeaders.length > 0) {
      const reason = `values of its headers are never shown: set ${hiddenHeaders.join(", ")}`;
      this.report.by_hand.push({ kind: "delivery", name, to_id: id, reason });
    }
    const secret = SECRETS[type];
    if (!secret || secret.members.every((member) => settings[member] !== undefined)) return;
    if (type === "email" && settings.security !== "medium" && settings.security !== "high") return;
    this.report.by_hand.push({ kind: "delivery", name, to_id: id, reason: secret.sentence });
  }

  /** Recorded before and after, under a key that makes several tries count as one. */
  async #create<Made extends { id: string }>(
    kind: ImportedKind,
    sourceId: string,
    body: object,
    post: (headers: Record<string, string>) => Promise<{ data?: Made | undefined; response: Response }>,
  ): Promise<Made> {
    this.#journal.begin(kind, sourceId);
    // Another body is another request: the key is that of this body.
    const key = `${this.#journal.idempotencyKey(kind, sourceId)}-${fingerprintOf(body).slice(0, 16)}`;
    try {
      const { data } = await post({ "idempotency-key": key });
      if (!data) throw new Error("The target returned nothing.");
      this.#journal.done(kind, sourceId, data.id);
      return data;
    } catch (error) {
      if (error instanceof DocloomError && error.status < 500) this.#journal.refused(kind, sourceId);
      throw error;
    }
  }

  #idHere(kind: ImportedKind, sourceId: string): string | undefined {
    return this.#journal.idOf(kind, sourceId);
  }

  async #targetRoutes() {
    this.#routes ??= this.#target.routes.list({ limit: 1_000 });
    return this.#routes;
  }
  #routes: ReturnType<Docloom["routes"]["list"]> | undefined;

  /** Folders come with what is in them; empty ones are made separately, if the service can do that. */
  async #takeFolders(): Promise<void> {
    const listed = async () => (await this.#target.account.folders().catch(() => [])).map(({ name }) => name);
    const before = this.#options.dryRun ? [] : await listed();
    for (const folder of this.#source.folders) {
      if (this.#options.dryRun || before.includes(folder)) continue;
      await this.#target.account.createFolder(folder).catch((error: unknown) => {
        // Not every service of the interface makes folders separately; the list below says so.
        if (!(error instanceof DocloomError) || error.status >= 500) throw error;
      });
    }
    const after = this.#options.dryRun ? [] : await listed();
    for (const folder of this.#source.folders) {
      const action = this.#options.dryRun ? "planned" : after.includes(folder) ? "created" : "failed";
      this.#note({ kind: "folder", name: folder, from_id: "", to_id: "", action });
      if (action !== "failed") continue;
      const reason = "nothing that was taken over is in it, and the target makes no empty folders";
      this.report.problems.push({ kind: "folder", name: folder, from_id: "", reason });
    }
  }

  #note(resource: ImportedResource): void {
    this.report.things.push(resource);
  }

  /** One thing that cannot be taken does not hold up the others; a service that is gone does. */
  async #guard(kind: ImportedKind, id: string, name: string, take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      const isOver =
        error instanceof ConnectionError ||
        (error instanceof DocloomError && (error.status >= 500 || error.status === 401 || error.status === 429));
      if (isOver) throw error;
      const reason =
        error instanceof DocloomError
          ? [error.message, ...error.errors.map(({ message }) => message)].join(" ")
          : String(error instanceof Error ? error.message : error);
      this.#note({ kind, name, from_id: id, to_id: "", action: "failed" });
      this.report.problems.push({ kind, name, from_id: id, reason });
    }
  }
}

const deliveryName = (owner: string, { type, name }: SourceDelivery): string => `${owner}: ${name || type}`;

/** The same text for the same content, whatever the order of members and the spelling of flags. */
function fingerprintOf(value: unknown): string {
  const plain = JSON.stringify(value, (_, inner) => {
    if (typeof inner === "number" || typeof inner === "boolean") return String(Number(inner));
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
  return createHash("sha256")
    .update(plain ?? "")
    .digest("hex");
}

function isAboutSecret(error: unknown, members: readonly string[]): boolean {
  return (
    error instanceof DocloomError &&
    error.status === 422 &&
    error.errors.length > 0 &&
    error.errors.every(({ pointer = "" }) => members.some((member) => pointer.endsWith(`/${member}`)))
  );
}
