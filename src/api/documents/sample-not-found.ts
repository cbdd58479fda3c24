import { Failure } from "../../domain/failure.ts";

export const sampleNotFound = (): Failure => new Failure("sample_not_found", "The document has no such sample.");
