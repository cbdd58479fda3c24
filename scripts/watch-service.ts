// Watches the process that answers: one that died is started anew at once, one that no longer answers after three missed calls.

/** How the watcher reaches what it watches. */
export interface WatchedService {
  /** Starts it. Calls back, once, when its process has ended, with how that was: "by the signal SIGKILL". */
  start(ended: (how: string) => void): void;
  /** Ends it with everything that it started, whatever state it is in. */
  kill(): void;
  /** Whether it answers; rejects or gives false where it does not, within some seconds. */
  isHealthy(): Promise<boolean>;
}

export interface WatchTimes {
  /** Between two looks. */
  intervalMs: number;
  /** Between two looks after one that was missed. */
  retryMs: number;
  /** How long it may take to become ready after it was started. */
  startMs: number;
}

const MISSED_CALLS = 3;
/** A service that ends again and again right after its start has something wrong that no new start mends. */
const MOST_FAILED_STARTS = 5;

/**
 * Keeps a service running until `stop` is called.
 * @param log a line for the operator
 * @param giveUp called when five starts in a row have failed
 */
export class ServiceWatch {
  readonly #service: WatchedService;
  readonly #times: WatchTimes;
  readonly #log: (line: string) => void;
  readonly #giveUp: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #missed = 0;
  #failedStarts = 0;
  /** Undefined once it has answered. */
  #startedAt: number | undefined;
  /** Which of the processes started one after the other is the present one. */
  #generation = 0;

  constructor(service: WatchedService, times: WatchTimes, log: (line: string) => void, giveUp: () => void) {
    this.#service = service;
    this.#times = times;
    this.#log = log;
    this.#giveUp = giveUp;
  }

  start(): void {
    const generation = ++this.#generation;
    this.#missed = 0;
    this.#startedAt = Date.now();
    this.#service.start((how) => {
      if (this.#isStopped || generation !== this.#generation) return;
      this.#restart(`The service's process has ended ${how}`);
    });
    this.#lookAfter(this.#times.retryMs);
  }

  /** The service may end from now on. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #lookAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const generation = this.#generation;
    const isHealthy = await this.#service.isHealthy().catch(() => false);
    if (this.#isStopped || generation !== this.#generation) return;
    if (isHealthy) {
      this.#missed = 0;
      this.#failedStarts = 0;
      this.#startedAt = undefined;
      this.#lookAfter(this.#times.intervalMs);
      return;
    }
    const isStarting = this.#startedAt !== undefined && Date.now() - this.#startedAt < this.#times.startMs;
    if (!isStarting && ++this.#missed >= MISSED_CALLS)
      this.#restart(`The service has not answered ${MISSED_CALLS} calls in a row`);
    else this.#lookAfter(this.#times.retryMs);
  }

  #restart(reason: string): void {
    this.#generation++;
    this.#service.kill();
    if (this.#startedAt !== undefined && ++this.#failedStarts >= MOST_FAILED_STARTS) {
      this.#log(`${reason}, for the ${MOST_FAILED_STARTS}th time while it was starting: the service ends.`);
      this.stop();
      this.#giveUp();
      return;
    }
    this.#log(`${reason}: it is started anew.`);
    this.start();
  }
}
