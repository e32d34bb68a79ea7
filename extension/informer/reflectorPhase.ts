import type { TemporaryStore } from './temporaryStore.ts';
import type { WatchStream } from './watchStream.ts';

/** What a Reflector is about to do. One step does it and says what comes next. */
export type ReflectorPhase =
  | { readonly name: 'begin' }
  | { readonly name: 'list'; readonly version: string; readonly pageSize: number; readonly escalated: boolean }
  | { readonly name: 'openInitialStream' }
  | { readonly name: 'initialEvents'; readonly stream: WatchStream; readonly store: TemporaryStore }
  | { readonly name: 'openWatch' }
  | { readonly name: 'watch'; readonly stream: WatchStream }
  | {
      readonly name: 'backoff';
      readonly ms: number;
      readonly attempt: number;
      /** When it is over, on the Reflector's clock. */
      readonly until: number;
      readonly next: 'begin' | 'openInitialStream' | 'openWatch';
    }
  | { readonly name: 'stopped' };

export type PhaseNamed<Name extends ReflectorPhase['name']> = ReflectorPhase & { readonly name: Name };

export const stopped: ReflectorPhase = { name: 'stopped' };
