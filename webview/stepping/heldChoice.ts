import { nothing, type TemplateResult } from 'lit';
import { menu } from '../components/menu.ts';
import { formatDuration } from '../format.ts';
import type { View } from '../views/view.ts';
import { heldName } from './heldName.ts';

/** Of several that are held, the one that Step, Step Over and Step Out mean. */
export function heldChoiceView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { now, receivedAt, state } = model;
  const { held, heldCount, chosen } = state!.stepper;
  if (held.length < 2) return nothing;
  const place = held.findIndex(({ id }) => id === chosen) + 1;
  const { t, count } = texts;
  return menu({
    id: 'held',
    label: t('heldSteps'),
    text: t('chooseHeld', { place: count(place), count: count(heldCount) }),
    className: 'tool-held',
    groups: [
      {
        items: held.map((step) => ({
          id: `held-${step.id}`,
          label: `${heldName(step)} · ${step.point} · ${formatDuration(step.heldMs + (now - receivedAt))}`,
          checked: step.id === chosen,
          onClick: () => actions.send('stepper/choose', { held: step.id }),
        })),
      },
    ],
  });
}
