/** How often others have had their turn in the isolate while something was done. */
export async function turnsOfOthers(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let isOver = false;
  const tick = () => {
    count++;
    if (!isOver) setTimeout(tick, 0);
  };
  setTimeout(tick, 0);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return count;
}
