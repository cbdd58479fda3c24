#!/usr/bin/env node
import { describeError } from "./describe-error.ts";
import { createOutput } from "./output.ts";
import { createProgram } from "./program.ts";

// Before arguments are parsed, errors must know how to report.
const output = createOutput({ json: process.argv.includes("--json"), color: !process.argv.includes("--no-color") });

// The reader of the output may have seen enough of it.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = describeError(error, output);
}
