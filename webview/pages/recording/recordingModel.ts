/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface RecordingModel {
  /** How slow the consumer is whose queues are compared: so many events are held back; `all`; `0`: none. */
  readonly hold: string;
  readonly parted: 'calls' | 'pops';
  /** At which speed the next replay begins: recorded milliseconds to one; `0`: as fast as it goes. */
  readonly speed: string;
}

export type RecordingAction =
  | { readonly type: 'hold'; readonly hold: string }
  | { readonly type: 'parted'; readonly parted: RecordingModel['parted'] }
  | { readonly type: 'speed'; readonly speed: string };

export const holds = ['0', '10', '100', 'all'] as const;
export const speeds = ['1', '10', '100', '0'] as const;

export const initialRecording: RecordingModel = { hold: 'all', parted: 'calls', speed: '1' };

export function reduceRecording(model: RecordingModel, action: RecordingAction): RecordingModel {
  switch (action.type) {
    case 'hold':
      return { ...model, hold: action.hold };
    case 'parted':
      return { ...model, parted: action.parted };
    case 'speed':
      return { ...model, speed: action.speed };
  }
}
