/** Answers what was called since it was asked before. */
export const CALLS_PATH = "/distance/calls";
