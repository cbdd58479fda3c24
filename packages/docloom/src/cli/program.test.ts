import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

/** Commands that do something, not groups of them. */
function leaves(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
}

describe("every command", () => {
  const commands = leaves(createProgram()).filter((command) => command.name() !== "complete");

  it("is there", () => {
    const names = commands.map((command) => command.name());
    for (const name of ["init", "login", "dev", "test", "push", "pull", "merge", "runs", "replay", "listen", "import"])
      expect(names).toContain(name);
    for (const name of ["combine", "convert", "compress", "encrypt", "split", "doctor", "completion"])
      expect(names).toContain(name);
  });

  it.each(commands.map((command) => [command.name(), command] as const))("%s shows an example", (name, command) => {
    const help = helpOf(command);
    expect(help).toMatch(/Example:\n {2}docloom /);
    if (name !== "completion") expect(help).toMatch(/--json[\s\S]*--no-color[\s\S]*Exit codes:/);
  });
});
