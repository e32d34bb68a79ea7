import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { expressionFaultOf } from '../base/expressionError.ts';
import { systemClock } from '../base/systemClock.ts';
import type { BreakpointSpec } from '../debugger/breakpoint.ts';
import { Breakpoints } from '../debugger/breakpoints.ts';
import type { CompileExpression } from '../debugger/expression.ts';
import { parseLogText } from '../debugger/logText.ts';
import { keepBreakpoints } from '../inspector/breakpointKeeper.ts';
import { keptSpecOf } from '../inspector/breakpointSpec.ts';
import { breakpointTerms } from '../inspector/breakpointTerms.ts';
import type { Session } from '../inspector/session.ts';
import type { WhatIf } from '../protocol/stepping.ts';
import { BreakpointsView } from './breakpointsView.ts';
import { expressionWords } from './expressionWords.ts';
import { withoutIcons } from './inertText.ts';
import { loadExpressions } from './loadExpressions.ts';
import { Logpoints } from './logpoints.ts';
import type { Notifier } from './notifier.ts';

const breakpointsKey = 'breakpoints';

/** The breakpoints of the window, which every session heeds: kept with the workspace, shown in the side bar, and what they write. */
export class DebuggerUi implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  readonly breakpoints: Breakpoints;
  readonly view: BreakpointsView;
  readonly logpoints: Logpoints;
  readonly #notifier: Notifier;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>, notifier: Notifier) {
    this.breakpoints = this.#owned.add(new Breakpoints({ clock: systemClock, loadExpressions }));
    this.view = this.#owned.add(new BreakpointsView(this.breakpoints));
    this.logpoints = this.#owned.add(new Logpoints(this.breakpoints));
    this.#notifier = notifier;
    this.#owned.add(
      keepBreakpoints(this.breakpoints, {
        read: () => state.get(breakpointsKey),
        write: (specs: readonly BreakpointSpec[]) => void state.update(breakpointsKey, specs),
      }),
    );
  }

  /** Sets one, or switches on the one that says the same, and shows it. */
  async add(spec: BreakpointSpec): Promise<void> {
    const text = JSON.stringify({ ...keptSpecOf(spec), enabled: true });
    const same = this.breakpoints.all.find((each) => JSON.stringify({ ...keptSpecOf(each), enabled: true }) === text);
    if (same) this.breakpoints.setEnabled(same.id, true);
    const breakpoint = same ?? this.breakpoints.add(spec);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Breakpoint: {0}', withoutIcons(breakpointTerms(breakpoint))), 5000);
    if (this.view.view.visible) await this.view.reveal(breakpoint);
  }

  /** What a person does to the course of things; read when the first asks for it. */
  async whatIf(session: Session, what: WhatIf): Promise<void> {
    const { WhatIfActions } = await import('./whatIf.ts');
    await new WhatIfActions(this.#notifier).do(session, what);
  }

  /** What is wrong with an expression, as a sentence; undefined: nothing. */
  readonly checkExpression = (expression: string): Promise<string | undefined> =>
    faultOf((compile) => compile(expression), (fault) => vscode.l10n.t('The expression cannot be used: {0}.', fault));

  /** What is wrong with a text that is written, and the expressions in it; undefined: nothing. */
  readonly checkLogMessage = (text: string): Promise<string | undefined> =>
    faultOf((compile) => parseLogText(text, compile), (fault) => vscode.l10n.t('The message cannot be written: {0}.', fault));

  dispose(): void {
    this.#owned.dispose();
  }
}

async function faultOf(tryIt: (compile: CompileExpression) => unknown, say: (fault: string) => string): Promise<string | undefined> {
  const compile = await loadExpressions();
  try {
    tryIt(compile);
    return undefined;
  } catch (error) {
    return say(expressionWords(expressionFaultOf(error)));
  }
}
