#!/usr/bin/env node
import { describeError } from "./describe-error.ts";
import { createOutput } from "./output.ts";
import { createProgram } from "./program.ts";

// Before arguments are understood, errors must know how to speak.
const output = createOutput({ json: process.argv.includes("--json"), color: !process.argv.includes("--no-color") });

// Whoever reads the output may have seen enough of it.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = describeError(error, output);
}
