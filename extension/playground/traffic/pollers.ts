import type { Clock } from '../../base/clock.ts';
import { sleep } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { PollersView } from '../../introspection/traffic.ts';
import { formatResource, type GroupVersionResource } from '../../kube/resource.ts';
import { storagePrefix } from '../registry/resourceDefinition.ts';
import type { Storage } from '../storage/storage.ts';
import { LatencyCounts } from './latencyCounts.ts';
import { type OwnAddress, PollingClient } from './pollingClient.ts';
import { Cost } from './resourceCounts.ts';

/** Commits that wait to be seen by a poller: what is older is not measured. */
const mostCommits = 100_000;

export interface PollersPlan {
  readonly resource: GroupVersionResource;
  readonly pollers: number;
  readonly periodMs: number;
  /** Lists go to the storage, or wherever the newest is read, and not to what the watch cache happens to have. */
  readonly consistent: boolean;
  readonly forMs: number;
}

/**
 * Real clients that list a resource again and again to see what is new, over the socket like any other: what is measured is what
 * polling costs on this machine. They share it with the server that they ask, as everything in one cluster does.
 */
export class Pollers {
  readonly #storage: Storage;
  readonly #clock: Clock;
  #run: PollersRun | undefined;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Ends those that run. */
  start(plan: PollersPlan, address: OwnAddress): void {
    this.stop();
    this.#run = new PollersRun(plan, address, this.#storage, this.#clock);
  }

  /** What they have cost stays to be seen. */
  stop(): void {
    this.#run?.stop();
  }

  /** Resolves when none of them asks for anything any more. */
  async close(): Promise<void> {
    this.stop();
    await this.#run?.ended;
  }

  /** Undefined where there never were any. */
  view(): PollersView | undefined {
    return this.#run?.view();
  }
}

class PollersRun {
  readonly ended: Promise<unknown>;
  readonly #plan: PollersPlan;
  readonly #clock: Clock;
  readonly #since: number;
  readonly #stopped = new AbortController();
  readonly #cost = new Cost();
  readonly #latency = new LatencyCounts();
  readonly #owned: readonly Disposable[];
  /** Of the resource, oldest first. */
  #commits: { readonly revision: number; readonly at: number }[] = [];
  #failed = 0;
  #late = 0;
  #endedAt: number | undefined;

  constructor(plan: PollersPlan, address: OwnAddress, storage: Storage, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
    this.#since = clock.now();
    const prefix = storagePrefix(plan.resource);
    const commits = storage.onCommit(({ key, revision }) => {
      if (!key.startsWith(prefix)) return;
      this.#commits.push({ revision, at: clock.now() });
      if (this.#commits.length > mostCommits) this.#commits = this.#commits.slice(mostCommits / 2);
    });
    this.#owned = [commits, clock.setTimer(plan.forMs, () => this.stop())];
    this.ended = Promise.all(Array.from({ length: plan.pollers }, (_, index) => this.#poll(index, new PollingClient(address))));
  }

  stop(): void {
    if (this.#endedAt !== undefined) return;
    this.#endedAt = this.#clock.now();
    this.#stopped.abort();
    for (const each of this.#owned) each.dispose();
  }

  view(): PollersView {
    const { resource, pollers, periodMs, consistent } = this.#plan;
    return {
      resource: formatResource(resource),
      pollers,
      periodMs,
      consistent,
      runningMs: (this.#endedAt ?? this.#clock.now()) - this.#since,
      running: this.#endedAt === undefined,
      cost: this.#cost.view(),
      failed: this.#failed,
      late: this.#late,
      latency: this.#latency.view(),
    };
  }

  /** They begin one after the other, spread over a period. */
  async #poll(index: number, client: PollingClient): Promise<void> {
    const { periodMs, pollers } = this.#plan;
    const { signal } = this.#stopped;
    let due = this.#since + (index * periodMs) / pollers;
    let seen: number | undefined;
    while (await sleep(this.#clock, due - this.#clock.now(), signal)) {
      seen = (await this.#round(client, seen)) ?? seen;
      due += periodMs;
      if (this.#clock.now() <= due || signal.aborted) continue;
      this.#late++;
      due = this.#clock.now();
    }
    client.close();
  }

  /** @returns the version of the list; undefined where it failed */
  async #round(client: PollingClient, seen: number | undefined): Promise<number | undefined> {
    const { resource, consistent } = this.#plan;
    const { group, version, resource: plural } = resource;
    const path = `${group ? `/apis/${group}` : '/api'}/${version}/${plural}${consistent ? '' : '?resourceVersion=0'}`;
    const { signal } = this.#stopped;
    try {
      const { revision, bytes, objects, source } = await client.list(path, signal);
      this.#cost.requests++;
      this.#cost.bytes += bytes;
      this.#cost.read(source, objects);
      const now = this.#clock.now();
      if (seen !== undefined) for (let at = this.#commits.length - 1; at >= 0 && this.#commits[at]!.revision > seen; at--) if (this.#commits[at]!.revision <= revision) this.#latency.add(now - this.#commits[at]!.at);
      return revision;
    } catch {
      if (!signal.aborted) this.#failed++;
      return undefined;
    }
  }
}
