import { Buffer } from "node:buffer";
import * as z from "zod";
import type { RequestContext } from "./context.ts";
import { json } from "./responses.ts";
import { integer, optional, text } from "./wire-values.ts";

/** Rows of a page when no limit is named, and of the largest page. */
const LIMITS = { usual: 100, largest: 1_000 };

/** The interface's own lists answer everything when no limit is named. */
export const WHOLE_LIST = { usual: 10_000, largest: 10_000 };

/** Where a page of a list begins: after the row that had this value in the list's order, and this id. */
interface PageStart {
  value: string | number;
  id: string;
}

/** Which rows of a list are asked for. */
interface PageRequest<Order> {
  limit: number;
  after: PageStart | undefined;
  order: Order;
  descending: boolean;
}

const cursorSchema = z.tuple([z.union([z.string(), z.number()]), z.string()]);

interface PageQuery {
  limit?: number;
  cursor?: PageStart;
  order?: string;
}

/** How a list finds its rows and shows them. */
interface PagedRows<Row, Order> {
  /**
   * As many rows as asked for: one more than the page has, to see whether there are more. There may be fewer, with what they go on after, where
   * it would take too long to look further.
   */
  find(page: PageRequest<Order>): Promise<Row[] | { rows: Row[]; goesOnAfter?: string }>;
  /** What the order compares of a row, and the row's id. */
  startAfter(row: Row, order: Order): PageStart;
  show(rows: Row[]): unknown[] | Promise<unknown[]>;
}

/**
 * A list that is read in pages: the members of its query, and its answer.
 * @param orders names by which the list can be ordered, each also with `-` before it for descending
 */
export function pagedList<Order extends string>(
  orders: readonly Order[],
  byDefault: NoInfer<Order | `-${Order}`>,
  { usual, largest } = LIMITS,
) {
  const values = orders.flatMap((name) => [name, `-${name}`]);
  const members = {
    limit: optional(integer().pipe(z.number().min(1).max(largest))).meta({
      description: `Rows of a page, at most ${largest}; ${usual} when absent.`,
    }),
    cursor: optional(text().transform(readCursor)).meta({
      description: "Where the page begins, as the `Link` header of the page before says.",
    }),
    order: optional(z.enum(values)).meta({
      description: `What the list is ordered by; a minus sign reverses the order. \`${byDefault}\` when absent.`,
    }),
  };

  /** A plain array, and a `Link` header (RFC 8288) to the next page when there is one. */
  async function answer<Row>(
    { request }: RequestContext,
    query: PageQuery,
    rows: PagedRows<Row, Order>,
  ): Promise<Response> {
    const limit = query.limit ?? usual;
    const asked = query.order ?? byDefault;
    const order = orders.find((name) => name === asked.replace(/^-/, "")) ?? orders[0];
    if (order === undefined) throw new Error("A list needs an order");

    const page = { limit: limit + 1, after: query.cursor, order, descending: asked.startsWith("-") };
    const answered = await rows.find(page);
    const { rows: found, goesOnAfter } = Array.isArray(answered) ? { rows: answered } : answered;
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const rest = goesOnAfter === undefined ? undefined : { value: goesOnAfter, id: goesOnAfter };
    const start = found.length > limit && last ? rows.startAfter(last, order) : rest;
    const next = start && nextPage(request.url, limit, start);

    return json(await rows.show(shown), 200, next ? { link: next } : {});
  }

  return { members, answer };
}

function nextPage(url: string, limit: number, { value, id }: PageStart): string {
  const next = new URL(url);
  next.searchParams.set("limit", String(limit));
  next.searchParams.set("cursor", Buffer.from(JSON.stringify([value, id])).toString("base64url"));

  return `<${next.pathname}${next.search}>; rel="next"`;
}

function readCursor(sent: string, context: z.core.$RefinementCtx): PageStart | undefined {
  if (sent === "") return undefined;
  try {
    const [value, id] = cursorSchema.parse(JSON.parse(Buffer.from(sent, "base64url").toString("utf-8")));
    return { value, id };
  } catch {
    context.addIssue({ code: "custom", message: "is not one that this service issued" });
    return z.NEVER;
  }
}
