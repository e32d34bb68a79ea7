import type { Written } from '../controller/tracedClient.ts';
import type { WriteRequest } from '../controller/writeTransport.ts';
import type { ReadonlyIndexer } from '../informer/indexer.ts';
import { KeyTable } from './keyTable.ts';
import { WriteLog } from './writeLog.ts';

/** What is kept of a controller's work for people to look at: from its start until it is started again. */
export class ControllerRecord {
  readonly keys = new KeyTable((key) => this.#own !== undefined && this.#own.get(key) === undefined);
  readonly writes: WriteLog;
  #own: ReadonlyIndexer | undefined;

  constructor(mask: (request: WriteRequest) => unknown) {
    this.writes = new WriteLog(mask);
  }

  /** The cache of what it reconciles: of its keys, that which has no object any more is forgotten. */
  get own(): ReadonlyIndexer | undefined {
    return this.#own;
  }

  /** Everything is reconciled anew. */
  begin(): void {
    this.#own = undefined;
    this.keys.clear();
    this.writes.clear();
  }

  /** @param indexer of one of its informers, its own first */
  reads(indexer: ReadonlyIndexer): void {
    this.#own ??= indexer;
  }

  written(key: string, dryRun: boolean, written: Written): void {
    this.writes.add(key, dryRun, written);
  }
}
