#!/usr/bin/env node
import { describeError } from "./describe-error.ts";
import { createOutput } from "./output.ts";
import { createProgram } from "./program.ts";

// Before arguments are understood, errors must know how to speak.
const output = createOutput({ json: process.argv.includes("--json"), color: !process.argv.includes("--no-color") });

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = describeError(error, output);
}
