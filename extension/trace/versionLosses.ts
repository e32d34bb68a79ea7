import type { EntryOf, Seq } from './entry.ts';
import type { Ask } from './requestOutcomes.ts';

/** That are remembered of the server itself. */
const most = 20;

type Fault = EntryOf<'apiserver.fault'>;

/** After these the server may no longer know versions that it knew. */
const expiring: ReadonlySet<string> = new Set(['compact', 'restart', 'restore']);

/** Faults that make a later request ask for a version that the server does not have: those of the server itself, and bookmarks that would have told a newer one. */
export class VersionLosses {
  #ofServer: readonly Fault[] = [];
  readonly #withoutBookmarks = new Map<string, Fault>();

  add(fault: Fault): void {
    // What strikes each watch is told of each.
    if (expiring.has(fault.fault)) this.#ofServer = [...this.#ofServer, fault].slice(-most);
    else if (fault.fault === 'noBookmarks' && fault.informer !== undefined) this.#withoutBookmarks.set(fault.informer, fault);
  }

  /** Why the version of that request is too old, or from a future that was taken back; undefined: none of these is why. */
  behind(error: EntryOf<'reflector.error'>, ask: Ask): Seq | undefined {
    if (error.code !== 410 && error.code !== 504) return undefined;
    const missed = this.#withoutBookmarks.get(error.informer);
    if (error.code === 410 && missed && ask.verb === 'watch' && ask.seq > missed.seq && isOlder(ask, missed)) {
      this.#withoutBookmarks.delete(error.informer);
      return missed.seq;
    }
    const fits = this.#ofServer.filter((fault) => (error.code === 410 ? isOlder(ask, fault) && !wasOpen(ask, fault) : isTakenBack(ask, fault)));
    return (fits.findLast(({ informer }) => informer === error.informer) ?? fits.at(-1))?.seq;
  }
}

/** Versions of before it are gone; which one a page asks for, its token says alone. */
function isOlder({ version }: Ask, { rv }: Fault): boolean {
  return version === undefined || (version > 0 && version < Number(rv ?? 0));
}

/** The server had let it watch before: then the fault has not made its version too old. */
function wasOpen({ outcomes }: Ask, { at }: Fault): boolean {
  return outcomes.some(({ kind, t }) => kind === 'reflector.accepted' && t < at);
}

function isTakenBack({ version = 0 }: Ask, { fault, rv }: Fault): boolean {
  return fault === 'restore' && version > Number(rv ?? 0);
}
