import { html, type TemplateResult } from 'lit';
import { slowMotions } from '../../extension/protocol/stepping.ts';
import { menu, type MenuGroup } from '../components/menu.ts';
import { toolButton } from '../components/toolButton.ts';
import { formatDuration } from '../format.ts';
import { standsStill } from '../views/statusParts.ts';
import type { View } from '../views/view.ts';
import { whatIfGroup } from './whatIf.ts';

/** How the pipeline is stepped: the buttons of VS Code's debugger, in their order and with their keys. */
export function toolbarView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { t } = texts;
  const { session, stepper, time } = model.state!;
  // What has passed can be looked at, not stepped.
  const alive = session.source !== 'none' && !session.ended && time.at === null && stepper.steppable;
  const hint = stepper.steppable ? '' : t('recordingNothingRuns');
  const canStep = alive && stepper.heldCount > 0;
  const stopped = alive && standsStill(stepper);
  const send = actions.send;
  const slow = slowMotionGroup(view, alive);
  return html`<div class="toolbar" role="toolbar" aria-label=${t('stepping')}>
    ${
      stopped
        ? toolButton({ id: 'continue', label: t('continue'), icon: 'debug-continue', keys: 'F5', primary: true, disabled: false, onClick: () => send('stepper/continue', {}) })
        : toolButton({ id: 'pause', label: t('pause'), icon: 'debug-pause', keys: 'F6', hint, disabled: !alive, onClick: () => send('stepper/pause', {}) })
    }
    ${toolButton({ id: 'step-over', label: t('stepOver'), icon: 'debug-step-over', keys: 'F10', hint, disabled: !canStep, onClick: () => send('stepper/over', {}) })}
    ${toolButton({ id: 'step', label: t('step'), icon: 'debug-step-into', keys: 'F11', hint, disabled: !canStep, onClick: () => send('stepper/step', {}) })}
    ${toolButton({ id: 'step-out', label: t('stepOut'), icon: 'debug-step-out', keys: 'Shift+F11', hint, disabled: !canStep, onClick: () => send('stepper/out', {}) })}
    ${toolButton({ id: 'run-to-key', label: t('runToKey'), icon: 'target', hint, disabled: !alive, onClick: () => send('stepper/runTo', { key: null }) })}
    ${menu({ id: 'slow-motion', label: t('slowMotion'), text: speedText(stepper.slowMotionMs, view), className: 'tool-slow', groups: [slow] })}
    ${menu({ id: 'more', label: t('more'), icon: 'ellipsis', groups: moreGroups(view, alive, slow) })}
  </div>`;
}

/** `1×`, or how long a gate stays closed. */
function speedText(ms: number, { texts }: View): string {
  return ms === 0 ? texts.t('fullSpeedShort') : formatDuration(ms);
}

function slowMotionGroup({ model, texts: { t }, actions }: View, alive: boolean): MenuGroup {
  const { slowMotionMs } = model.state!.stepper;
  return {
    title: t('slowMotion'),
    items: slowMotions.map((ms) => ({
      id: `slow-${ms}`,
      label: ms === 0 ? t('fullSpeed') : t('gateDelay', { duration: formatDuration(ms) }),
      checked: ms === slowMotionMs,
      disabled: !alive,
      onClick: () => actions.send('stepper/slowMotion', { ms }),
    })),
  };
}

function moreGroups(view: View, alive: boolean, slow: MenuGroup): readonly MenuGroup[] {
  const { texts: { t }, actions } = view;
  return [
    { narrowOnly: true, items: [{ id: 'more-run-to-key', label: t('runToKey'), disabled: !alive, onClick: () => actions.send('stepper/runTo', { key: null }) }] },
    { ...slow, narrowOnly: true, items: slow.items.map((item) => ({ ...item, id: `more-${item.id}` })) },
    {
      items: [
        { id: 'add-breakpoint', label: t('askBreakpoint'), disabled: !alive, onClick: () => actions.send('breakpoint/add', {}) },
        { id: 'choose-points', label: t('choosePoints'), disabled: !alive, onClick: () => actions.send('stepper/points', {}) },
      ],
    },
    whatIfGroup(view, alive),
  ];
}
