import * as vscode from 'vscode';
import type { Ui } from '../ui.ts';

/** What a person needs when something goes wrong, beside what stands at the place where it does. */
export function reportCommands(ui: Ui) {
  return {
    showLog: () => ui.log.show(),

    /** What puts it together is read when somebody asks for it. */
    async reportProblem(): Promise<void> {
      const { reportProblem } = await import('../reportProblem.ts');
      await reportProblem(ui, vscode.extensions.getExtension('informer-inspector.informer-inspector')?.packageJSON ?? {});
    },
  };
}
