import * as z from "zod";
import { storesMails } from "../../domain/delivery/stored-mails.ts";
import { targetIds } from "../../domain/run-task.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import type { GivenUp } from "../../store/alerts.ts";
import type { DeliveryReceipt, PreparedDelivery, SendingContext } from "../delivery-kind.ts";
import { defaultSender, emailTransport, sendToRemaining } from "../email/email-transport.ts";
import { areMailboxes, parseMailboxes, shownMailbox } from "../email/mailboxes.ts";
import { isWebUrl } from "../web-target.ts";
import { secretsIn, signedCall } from "./signed-call.ts";

const settingsSchema = z.object({ address: z.string(), secret: z.string() });

/** Runs, and deliveries, that one alert names; beyond that it says how many there are. */
const MAX_NAMED = 50;
const MAX_RESPONSE_LENGTH = 500;

/** Whether alerts can go there: a web address or e-mail addresses. */
export const isAlertAddress = (text: string): boolean => isWebUrl(text) || areMailboxes(text);

/** An alert: tells a workspace's people about runs and deliveries that were given up. */
export const alertKind = {
  prepare(context: SendingContext): PreparedDelivery {
    const { address, secret } = settingsSchema.parse(context.entry.settings);
    return isWebUrl(address) ? preparedCall(context, address, secret) : preparedMail(context, address);
  },
};

function preparedCall(context: SendingContext, address: string, secret: string): PreparedDelivery {
  const url = parseOutboundUrl(address);
  return {
    target: url.host,
    envelope: { url: url.href, method: "POST" },
    content: async () => ({}),
    async send() {
      const body = new TextEncoder().encode(JSON.stringify(payloadOf(context, await givenUp(context))));
      const call = { url, method: "POST", lines: [], body, contentType: "application/json" };
      return await signedCall(context, { ...call, secrets: secretsIn(secret) });
    },
  };
}

function preparedMail(context: SendingContext, address: string): PreparedDelivery {
  const { entry, services, publicBaseUrl } = context;
  const transport = emailTransport(context);
  const from = defaultSender(context);
  const to = parseMailboxes("alert_address", address);
  const messageId = `<${entry.id}@${from.address.split("@")[1] ?? new URL(publicBaseUrl).hostname}>`;
  return {
    target: transport.target,
    envelope: { from: shownMailbox(from), to: to.map(shownMailbox).join(", "), message_id: messageId },
    content: async () => ({}),
    async send(claimed): Promise<DeliveryReceipt> {
      const failures = await givenUp(context);
      const subject = `${counted(failures)} ${verdictOf(failures)}`;
      const text = textOf(context, failures);
      const { response } = await sendToRemaining(
        transport,
        {
          messageId,
          deliveryId: entry.id,
          date: entry.createdAt,
          from,
          to,
          cc: [],
          bcc: [],
          replyTo: [],
          subject,
          html: "",
          text,
          attachments: [],
        },
        claimed,
      );
      return { response, notes: { subject, ...(storesMails(services.env) ? { text } : {}) } };
    },
  };
}

/** Asked for only when it is sent: until then more may be given up. */
const givenUp = ({ services, entry }: SendingContext): Promise<GivenUp> =>
  services.store.alerts.givenUp(entry.workspaceId, entry.id, MAX_NAMED);

function payloadOf({ entry }: SendingContext, failures: GivenUp): Record<string, unknown> {
  return {
    type: "alert.given_up",
    timestamp: entry.createdAt.toISOString(),
    data: {
      run_count: failures.runCount,
      delivery_count: failures.deliveryCount,
      runs: failures.runs.map(({ id, task, problem, finishedAt }) => {
        const { documentId, routeId } = targetIds(task);
        return {
          run_id: id,
          kind: task.kind,
          ...(documentId === undefined ? {} : { document_id: String(documentId) }),
          ...(routeId === undefined ? {} : { route_id: String(routeId) }),
          ...(task.kind === "tool" ? { tool: task.tool } : {}),
          code: problem?.code ?? "",
          message: problem?.message ?? "",
          finished_at: finishedAt?.toISOString() ?? "",
        };
      }),
      deliveries: failures.deliveries.map(({ id, runId, kind, name, target, tries, finishedAt, response, status }) => ({
        delivery_id: id,
        run_id: runId,
        type: kind,
        name,
        target,
        status,
        tries,
        response: response.slice(0, MAX_RESPONSE_LENGTH),
        finished_at: finishedAt.toISOString(),
      })),
      ...(failures.hooks.length > 0
        ? {
            hooks: failures.hooks.map(({ id, event, targetUrl, failingSince, response }) => ({
              hook_id: id,
              event,
              target: new URL(targetUrl).host,
              failing_since: failingSince.toISOString(),
              response: response.slice(0, MAX_RESPONSE_LENGTH),
            })),
          }
        : {}),
    },
  };
}

function textOf({ publicBaseUrl }: SendingContext, failures: GivenUp): string {
  const address = (runId: string) => `${publicBaseUrl}/console/runs/${encodeURIComponent(runId)}`;
  const runs = failures.runs.map(({ id, problem }) => `Run ${id}: ${problem?.message ?? "failed"}\n${address(id)}`);
  const deliveries = failures.deliveries.map(({ runId, kind, name, target, tries, response, status }) => {
    const what = [`Delivery by ${kind}`, ...(name ? [`"${name}"`] : []), ...(target ? [`to ${target}`] : [])].join(" ");
    const last = response.split("\n", 1)[0]?.slice(0, MAX_RESPONSE_LENGTH) ?? "";
    return `${what}, ${fateOf(status, tries)}: ${last}\n${address(runId)}`;
  });
  const hooks = failures.hooks.map(({ event, targetUrl, failingSince, response }) => {
    const last = response.split("\n", 1)[0]?.slice(0, MAX_RESPONSE_LENGTH) ?? "";
    return `Hook for ${event} to ${new URL(targetUrl).host}, switched off, since nothing has got through since ${failingSince.toISOString()}: ${last}`;
  });
  const more = failures.runCount + failures.deliveryCount - runs.length - deliveries.length;
  return [
    `${counted(failures)} ${verdictOf(failures)}.`,
    ...runs,
    ...deliveries,
    ...hooks,
    ...(more > 0 ? [`And ${more} more: ${publicBaseUrl}/console/runs?status=failed`] : []),
    ...(runs.length + deliveries.length > 0
      ? ["A run can be merged again, and a delivery tried again, on its page."]
      : []),
  ].join("\n\n");
}

/** What became of a delivery; one that was tried again meanwhile had been given up. */
function fateOf(status: GivenUp["deliveries"][number]["status"], tries: number): string {
  if (status === "partial") return "which did not reach all of its recipients";
  if (status === "pending" && tries === 0) return "which waits";
  return `given up after ${tries} ${tries === 1 ? "try" : "tries"}`;
}

/** What the alert as a whole is about. */
const verdictOf = ({ deliveries }: GivenUp): string =>
  deliveries.every(({ status }) => status !== "partial" && status !== "pending")
    ? "given up"
    : "given up, or not delivered to all";

/** "1 run and 2 deliveries were": the beginning of a sentence. */
function counted({ runCount, deliveryCount, hooks }: GivenUp): string {
  const parts = [
    ...(runCount > 0 ? [`${runCount} ${runCount === 1 ? "run" : "runs"}`] : []),
    ...(deliveryCount > 0 ? [`${deliveryCount} ${deliveryCount === 1 ? "delivery" : "deliveries"}`] : []),
    ...(hooks.length > 0 ? [`${hooks.length} ${hooks.length === 1 ? "hook" : "hooks"}`] : []),
  ];
  const listed = [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "");
  return `${listed.join(" and ")} ${runCount + deliveryCount + hooks.length === 1 ? "was" : "were"}`;
}
