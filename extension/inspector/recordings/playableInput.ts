import type { RecordedInput, Recording } from './recording.ts';

/** The input as it is played: whoever ends a recording closes its watches, which no server did. */
export function playableInput({ input }: Pick<Recording, 'input'>): readonly RecordedInput[] {
  const last = new Map<string, RecordedInput>();
  for (const line of input) last.set(line.informer, line);
  return input.filter((line) => last.get(line.informer) !== line || !('closed' in line && line.closed));
}

/** Time of the recording at which its play begins: whatever came before the first request is left out. */
export function playStart({ input, entries }: Pick<Recording, 'input' | 'entries'>): number {
  const asked = entries.find(({ kind }) => kind === 'reflector.list' || kind === 'reflector.watch')?.t;
  const answered = input[0]?.t ?? 0;
  return asked === undefined ? answered : Math.min(asked, answered);
}
