import { Failure } from "../domain/failure.ts";

/** The answer at an address at which there is nothing, or nothing for whoever asks. */
export const nothingHere = (): Failure => new Failure("not_found", "There is nothing at this address.");
