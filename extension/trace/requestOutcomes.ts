import type { EntryOf, Seq } from './entry.ts';

/** What the server tells of a request of this session. */
export type Told = EntryOf<'apiserver.request'> | EntryOf<'apiserver.fault'>;
/** What comes of a request here, one after the other. */
export type Outcome = EntryOf<'reflector.accepted'> | EntryOf<'reflector.streaming'> | EntryOf<'reflector.listed'> | EntryOf<'reflector.closed'> | EntryOf<'reflector.error'>;

/** A list or a watch that a Reflector has asked for, and what is known of it from either side. */
export interface Ask {
  readonly seq: Seq;
  readonly t: number;
  readonly verb: 'list' | 'watch';
  /** From which it watches, or is to list; 0: any. Unknown for a later page, whose token says it. */
  readonly version: number | undefined;
  /** After which the server closes a watch; 0 of a list. */
  readonly timeoutMs: number;
  /** The Reflector's, in their order. */
  readonly outcomes: Outcome[];
  /** What has not led to anything yet. */
  told: readonly Told[];
  /** A fault of its own has ended it. */
  isStruck: boolean;
}

/** A server closes a watch when its time is over, or a little later. */
const early = 1_000;
const late = 5_000;

/** Whether what was told is why it came to that: each kind of fault has its own outcome, and what a watch has survived does not end it minutes later. */
export function leadsTo(told: Told, outcome: Outcome, ask: Ask): boolean {
  if (outcome.kind === 'reflector.closed' && outcome.reason === 'stopped') return false;
  if (told.kind === 'apiserver.request') return outcome.kind === 'reflector.listed' || (outcome.kind === 'reflector.error' && outcome.code === told.code && told.code >= 400);
  const isEnd = outcome.kind === 'reflector.closed' || outcome.kind === 'reflector.error';
  switch (told.fault) {
    case 'holdHeaders':
    case 'slowAnswer': {
      const isAccepted = ask.outcomes.some(({ kind, seq }) => kind === 'reflector.accepted' && seq < outcome.seq);
      // Waiting for an answer does not make it a refusal.
      const isGivenUp = isEnd && !isAccepted && !(outcome.kind === 'reflector.error' && outcome.code > 0);
      return isGivenUp || outcome.kind === (ask.verb === 'list' ? 'reflector.listed' : 'reflector.accepted');
    }
    case 'staleRead':
      return outcome.kind === 'reflector.listed';
    case 'noEndMarker':
      return outcome.kind === 'reflector.streaming' || (isEnd && !isOrdinary(outcome, ask));
    case 'noBookmarks':
      return (outcome.kind === 'reflector.closed' && outcome.reason === 'silent') || (outcome.kind === 'reflector.error' && outcome.code === 410);
    case 'cutObject':
    case 'dropWatch':
    case 'expireWatch':
    case 'junkLine':
    case 'restart':
    case 'restore':
    case 'slowWatcher':
    case 'stallWatch':
    case 'status':
    case 'tooLarge':
      return isEnd && !isOrdinary(outcome, ask);
    default:
      return false;
  }
}

/** The watch has come to its time. */
function isOrdinary(outcome: Outcome, { timeoutMs }: Ask): boolean {
  return outcome.kind === 'reflector.closed' && outcome.reason === 'closed' && timeoutMs > 0 && outcome.lasted >= timeoutMs - early && outcome.lasted <= timeoutMs + late;
}
