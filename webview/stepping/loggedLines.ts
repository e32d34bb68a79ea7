import { nothing, type TemplateResult } from 'lit';
import { menu } from '../components/menu.ts';
import type { LoggedView } from '../../extension/protocol/stepping.ts';
import type { View } from '../views/view.ts';

/** What logpoints wrote last: the newest line, and on demand those before it, each of which leads to its entry. */
export function loggedLinesView({ model, texts, actions }: View): TemplateResult | typeof nothing {
  const { logged } = model.state!.stepper;
  const newest = logged.at(-1);
  if (!newest) return nothing;
  const { t } = texts;
  return menu({
    id: 'logged',
    label: t('logpoints'),
    icon: 'debug-breakpoint-log',
    text: newest.text,
    className: 'tool-logged',
    groups: [
      {
        title: t('logpointsTitle'),
        items: logged.toReversed().map((line) => ({
          label: lineText(line),
          disabled: line.seq === null,
          hint: line.seq === null ? '' : t('goToEntry', { seq: String(line.seq) }),
          onClick: () => line.seq !== null && actions.goTo(line.seq),
        })),
      },
    ],
  });
}

/** `#42 v1/pods web/api: text`, as in the output channel. */
function lineText({ seq, owner, key, text }: LoggedView): string {
  return `${[seq === null ? '' : `#${seq}`, owner, key].filter(Boolean).join(' ')}: ${text}`;
}
