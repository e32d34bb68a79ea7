import { messageOf } from '../../base/codedError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { WorldControllerView } from '../../introspection/world.ts';
import { ApiError } from '../../kube/status.ts';
import type { UserInfo } from '../access/userInfo.ts';
import type { WorldClock } from '../world/worldClock.ts';
import { CutOffError } from './controllerClient.ts';
import type { ControllerConnection } from './controllerConnection.ts';
import type { MakeController } from './controllerPorts.ts';

/** What fails as it is made is made again after so long, in milliseconds, twice as long each time. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

export interface WorldControllerOptions {
  /** `deployment`, `kubelet/node-1` */
  readonly name: string;
  readonly user: UserInfo;
  readonly make: MakeController;
  readonly clock: WorldClock;
  readonly logger: Logger;
  readonly open: (controller: WorldController) => ControllerConnection;
}

/** One of those who live in the cluster: connected or cut off, with what is known of how it does. */
export class WorldController {
  readonly name: string;
  readonly user: UserInfo;
  readonly #options: WorldControllerOptions;
  #connection: ControllerConnection | undefined;
  #closing: Promise<void> = Promise.resolve();
  #retry: Disposable | undefined;
  #isWanted = false;
  #attempts = 0;
  #reconciles = 0;
  #failures = 0;
  #lastError = '';

  constructor(options: WorldControllerOptions) {
    this.#options = options;
    this.name = options.name;
    this.user = options.user;
  }

  /** What it has while it is connected, for whoever acts on its behalf; undefined while it is cut off. */
  get connection(): ControllerConnection | undefined {
    return this.#connection;
  }

  get view(): WorldControllerView {
    return {
      name: this.name,
      user: this.user.name,
      connected: this.#isWanted,
      synced: this.#connection?.isSynced ?? false,
      queued: this.#connection?.queued ?? 0,
      reconciles: this.#reconciles,
      failures: this.#failures,
      lastError: this.#lastError,
    };
  }

  /** Begins anew, as a process does that starts: it lists what there is. Does nothing where it is connected. */
  connect(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#attempts = 0;
    this.#open();
  }

  /** Resolves when nothing of it runs any more. */
  disconnect(): Promise<void> {
    this.#isWanted = false;
    this.#retry?.dispose();
    this.#close();
    return this.#closing;
  }

  /** Of an informer of its own, or of one of its reconciles; undefined: it went well. */
  reconciled(key: string, error: unknown): void {
    this.#reconciles++;
    if (error !== undefined) this.failed(error, ` on ${key}`);
  }

  failed(error: unknown, where = ''): void {
    if (CutOffError.is(error)) return;
    this.#failures++;
    this.#lastError = `${messageOf(error)}${where}`;
    // A refusal is part of the game: the cache was behind, somebody else was quicker, or it may not.
    if (!ApiError.is(error)) this.#options.logger.error('controllers', `${this.name} failed${where}`, error);
  }

  #open(): void {
    const connection = this.#options.open(this);
    this.#connection = connection;
    try {
      this.#options.make(connection);
      connection.begin();
    } catch (error) {
      this.failed(error);
      this.#close();
      const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#attempts++);
      this.#retry = this.#options.clock.setTimer(delay, () => this.#open());
    }
  }

  #close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection) this.#closing = Promise.all([this.#closing, connection.close()]).then(() => undefined);
  }
}
