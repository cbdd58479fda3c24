/**
 * Does the work for all items, `limit` at a time; the results are in the items' order. The first failure ends it: nothing is begun after it, and
 * it is thrown once everything that was begun has ended. Else whoever repeats the work would find its leases held, and files half written.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  const failures: unknown[] = [];
  // The workers share the iterator: each takes the next item that nobody has taken.
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
