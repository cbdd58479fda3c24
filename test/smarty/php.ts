import { execFileSync } from "node:child_process";

/**
 * Runs a piece of PHP on a JSON value.
 * @param code statements that read `$input` and append to `$out`
 */
export function askPhp<Answer>(code: string, input: unknown): Answer {
  const script = `$input = json_decode(stream_get_contents(STDIN), true); $out = []; ${code} echo json_encode($out);`;
  const answer = execFileSync("php", ["-d", "memory_limit=1G", "-r", script], {
    input: JSON.stringify(input),
    maxBuffer: 1 << 30,
  });
  return JSON.parse(answer.toString("utf8")) as Answer;
}
