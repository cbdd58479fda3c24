import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { type ListPage, pageOf } from "./client.ts";

/** What the request for a page of a list says about it. */
interface PageRequest {
  limit: number;
  cursor: string | undefined;
}

/** Entries that a list reads at a time: a screen holds about twenty. */
const PAGE_SIZE = 100;

/** A list that is read page by page. */
export const listOptions = <Item>(
  queryKey: QueryKey,
  read: (page: PageRequest, signal: AbortSignal) => Parameters<typeof pageOf<Item>>[0],
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(read({ limit: PAGE_SIZE, cursor: pageParam || undefined }, signal)),
    initialPageParam: "",
    getNextPageParam: ({ next }: ListPage<Item>) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
