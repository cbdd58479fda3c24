import type { AskedChange } from "../../domain/approval/approval.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import type { Approval } from "../../store/approvals/approvals.ts";
import type { Surroundings } from "../../store/approvals/surroundings.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { ListedIdentity } from "../../store/identities.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { withoutNulls } from "./settings-schema.ts";

/** What is read of a document to know its state. */
interface Parts {
  deliveries: readonly Delivery[];
  identities: readonly ListedIdentity[];
  around: Surroundings;
}

/**
 * SHA-256 of all that says what merges of a document make and where it goes: template, output, paper, settings, the
 * deliveries that are switched on, and of what is around it the workspace's fonts, the certificate that it is signed with and the
 * data routes that merge it. Names, folder and how long files are kept are not part of it.
 */
async function stateDigest(
  document: StoredDocument,
  { deliveries, identities, around }: Parts,
  change: AskedChange,
): Promise<string> {
  const { delivery } = change;
  const sent = deliveries
    .filter(({ id, active }) => (id === delivery?.id ? delivery.active : active))
    .map(({ id, kind, settings }) => ({ id, kind, settings }));
  const settings = withoutNulls({ ...document.settings, ...change.settings });
  const signer = settings.signature?.identity;
  const identity = identities.find(({ id }) => id === signer) ?? identities.find(({ name }) => name === signer);
  return await sha256Hex(
    canonicalJson({
      template: change.template ?? document.version.sha256,
      output: change.output ?? document.output,
      size_width: change.sizeWidth ?? document.sizeWidth,
      size_height: change.sizeHeight ?? document.sizeHeight,
      settings,
      deliveries: sent.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      signed_with: identity?.fingerprint ?? "",
      around: { ...around },
    }),
  );
}

/** A document's state as it is and as each of some changes would make it. */
export async function statesOf(
  { store }: Pick<RequestContext, "store">,
  document: StoredDocument,
  changes: readonly AskedChange[],
): Promise<{ current: string; after: string[] }> {
  const { workspaceId, id: documentId } = document;
  const [deliveries, identities, around] = await Promise.all([
    store.deliveries.list(workspaceId, { documentId }),
    store.identities.list(workspaceId),
    store.surroundings.ofDocument(workspaceId, documentId),
  ]);
  const parts = { deliveries, identities, around };
  const [current = "", ...after] = await Promise.all(
    [{}, ...changes].map((change) => stateDigest(document, parts, change)),
  );
  return { current, after };
}

/**
 * Whether a change may be made: undefined where the document asks for no approval, or the change alters nothing of what merges
 * make; else the approval of exactly what the document would be, which the change uses up.
 * @throws Failure `approval_required`
 */
export async function requireApproval(
  context: Pick<RequestContext, "store">,
  document: StoredDocument,
  change: AskedChange,
): Promise<Approval | undefined> {
  if (!document.settings.approval) return undefined;
  const { current, after } = await statesOf(context, document, [change]);
  const [next = ""] = after;
  if (next === current) return undefined;
  const given = await context.store.approvals.ofState(document.workspaceId, document.id, next);
  if (given) return given;

  throw approvalRequired(
    "What merges of this document use changes only as a second person has approved it: save a new template as a draft (draft=1), and ask for approval of the version, the settings or the delivery. An approval is of the document as it was then, and is good for one change.",
  );
}

export const approvalRequired = (message: string): Failure => new Failure("approval_required", message);
