/** Does the work for all items, `limit` at a time; the results are in the items' order. The first failure ends it. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  let failed = false;
  // The workers share the iterator: each takes the next item that nobody has taken.
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
