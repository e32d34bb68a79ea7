import type { HeldStepView } from '../../extension/protocol/stepping.ts';

/** `v1/pods default/web-x` */
export function heldName({ owner, key }: Pick<HeldStepView, 'owner' | 'key'>): string {
  return [owner, key].filter(Boolean).join(' ');
}
