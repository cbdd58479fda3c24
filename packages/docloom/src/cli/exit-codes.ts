/** What the command line ends with; `docloom help exit-codes` and the README list the same. */
export const EXIT = {
  ok: 0,
  /** The command did its work and the answer is no: a test failed, something differs, the service refused the request. */
  failed: 1,
  /** The command was not understood, or a file that it needs is missing or wrong. */
  usage: 2,
  /** Credentials are missing or wrong. */
  credentials: 3,
  /** Nothing answers at the address. */
  unreachable: 4,
  /** The service answered that it cannot: 429 or 5xx after all tries. */
  service: 5,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export const EXIT_CODES_HELP = `
Exit codes:
  0    done
  1    done, and the answer is no: a test failed, something differs, the service refused
  2    the command was not understood, or a file is missing or wrong
  3    credentials are missing or wrong
  4    nobody answers at the address
  5    the service cannot at the moment (429, 5xx)
  130  stopped by Ctrl-C`;

/** The command ends with this code; everything has already been said. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
  readonly exitCode: number;

  constructor(exitCode: number = EXIT.failed) {
    super();
    this.exitCode = exitCode;
  }
}
