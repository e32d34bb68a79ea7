import { type Check, count, flag, nothing, number, record } from './checks.ts';

/** What the panel asks of recordings: of the one that it shows, and of what its session has recorded. */
export interface RecordingMessages {
  /** Play what was recorded from its beginning. `speed`: recorded milliseconds to one; 0: as fast as the engine goes. */
  readonly 'recording/replay': { readonly speed: number; readonly paused: boolean };
  readonly 'recording/speed': { readonly speed: number };
  /** Show the entries that were recorded, instead of a replay. */
  readonly 'recording/show': Record<string, never>;
  readonly 'recording/export': Record<string, never>;
  readonly 'recording/compare': { readonly hold: number; readonly all: boolean };
}

export const recordingChecks: { readonly [Name in keyof RecordingMessages]: Check<RecordingMessages[Name]> } = {
  'recording/replay': record<RecordingMessages['recording/replay']>({ speed: number, paused: flag }),
  'recording/speed': record<RecordingMessages['recording/speed']>({ speed: number }),
  'recording/show': nothing,
  'recording/export': nothing,
  'recording/compare': record<RecordingMessages['recording/compare']>({ hold: count, all: flag }),
};
