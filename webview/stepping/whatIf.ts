import type { WhatIf } from '../../extension/protocol/stepping.ts';
import type { MenuGroup } from '../components/menu.ts';
import type { StringKey } from '../strings.ts';
import type { View } from '../views/view.ts';

const labels: Readonly<Record<WhatIf, StringKey>> = {
  skip: 'whatIfSkip',
  duplicate: 'whatIfDuplicate',
  delay: 'whatIfDelay',
  reorder: 'whatIfReorder',
  forge: 'whatIfForge',
  failReconcile: 'whatIfFailReconcile',
  resync: 'whatIfResync',
  dropWatch: 'whatIfDropWatch',
  answer: 'whatIfAnswer',
};

/** What a person may do to the course of things; where it cannot be done it is there all the same, and says where it can. */
export function whatIfGroup({ model, texts: { t }, actions }: View, alive: boolean): MenuGroup {
  const { changeable, steppable } = model.state!.stepper;
  return {
    title: t('whatIf'),
    items: (Object.keys(labels) as WhatIf[]).map((what) => ({
      id: `what-if-${what}`,
      label: t(labels[what]),
      disabled: !alive || !changeable,
      hint: changeable ? '' : t(steppable ? 'whatIfOnlyThere' : 'recordingNothingRuns'),
      onClick: () => actions.send('whatIf/do', { what }),
    })),
  };
}
