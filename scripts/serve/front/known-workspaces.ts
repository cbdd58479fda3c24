// What the server in front has learned: whose an address or a credential is, by what the Worker has answered.

/** As many keys are known, of all workspaces, */
const MAX_KEYS = 20_000;
/** and of one: whoever makes many ways to write its own makes nobody else unknown. */
const MAX_KEYS_OF_ONE = 1_000;

export class KnownWorkspaces {
  readonly #maxKeys: number;
  readonly #maxKeysOfOne: number;
  /** In the order in which they were last used. */
  readonly #workspaces = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();

  constructor(maxKeys = MAX_KEYS, maxKeysOfOne = MAX_KEYS_OF_ONE) {
    this.#maxKeys = maxKeys;
    this.#maxKeysOfOne = maxKeysOfOne;
  }

  workspaceOf(key: string): string | undefined {
    return this.#workspaces.get(key);
  }

  learn(key: string, workspace: string): void {
    this.forget(key);
    const keys = this.#keys.get(workspace) ?? new Set();
    this.#keys.set(workspace, keys);
    const [oldest] = keys.size >= this.#maxKeysOfOne ? keys : this.#workspaces.keys();
    if (oldest !== undefined && (keys.size >= this.#maxKeysOfOne || this.#workspaces.size >= this.#maxKeys))
      this.forget(oldest);
    this.#workspaces.set(key, workspace);
    keys.add(key);
    this.#keys.set(workspace, keys);
  }

  /** It leads nowhere any more. */
  forget(key: string): void {
    const workspace = this.#workspaces.get(key);
    if (workspace === undefined) return;
    this.#workspaces.delete(key);
    const keys = this.#keys.get(workspace);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(workspace);
  }
}
