/** `YYYY-MM-DD HH:MM:SS` in UTC (interface 2.4). */
export function timestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}
