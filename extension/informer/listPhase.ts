import { isExpired, isTooLargeResourceVersion } from '../kube/status.ts';
import { defaultPageSize } from './listPager.ts';
import { listFailed } from './reflectorErrors.ts';
import { type PhaseNamed, type ReflectorPhase, stopped } from './reflectorPhase.ts';
import type { ReflectorRound } from './reflectorRound.ts';

/** The whole state by a plain list, in pages (R-20…R-30). */
export class ListPhase {
  readonly #round: ReflectorRound;
  /** The server sent pages for version "0": it has no watch cache for this resource. */
  #paginated = false;

  constructor(round: ReflectorRound) {
    this.#round = round;
  }

  begin(): ReflectorPhase {
    const version = this.#round.version.forList;
    return { name: 'list', version, pageSize: this.#pageSize(version), escalated: false };
  }

  async list(phase: PhaseNamed<'list'>): Promise<ReflectorPhase> {
    const { requests, signal, trace, version, options } = this.#round;
    try {
      const list = await requests.list({ resourceVersion: phase.version }, phase.pageSize, signal);
      if (!list) return stopped;
      if (phase.version === '0' && list.paginated) this.#paginated = true;
      return await this.#round.replace(list.items, list.resourceVersion, { name: 'openWatch' });
    } catch (error) {
      if (signal.aborted) return stopped;
      if (!phase.escalated && (isExpired(error) || isTooLargeResourceVersion(error))) {
        trace.error('list', error, 'relist');
        version.markUnavailable();
        return { name: 'list', version: '', pageSize: phase.pageSize, escalated: true };
      }
      return this.#round.end('list', error, 'retry', { error: listFailed(options.informer, error) });
    }
  }

  #pageSize(version: string): number {
    const { pageSize } = this.#round.options;
    if (pageSize) return pageSize;
    return this.#paginated || version === '' || version === '0' ? defaultPageSize : 0;
  }
}
