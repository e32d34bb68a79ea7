import * as vscode from 'vscode';
import type { Ui } from '../ui.ts';

/** What a person needs when something goes wrong, beside what stands at the place where it does. */
export function reportCommands(ui: Ui) {
  return {
    showLog: () => ui.log.show(),

    /** What puts it together is read when somebody asks for it. */
    async reportProblem(): Promise<void> {
      const { reportProblem } = await import('../reportProblem.ts');
      await reportProblem(ui, vscode.extensions.getExtension('informer-inspector.informer-inspector')?.packageJSON ?? {}, (document) => ui.lastReport.put(document));
    },

    /** The notice that offers it goes by itself; whoever looks through the report for longer than that copies it by this. */
    async copyReport(): Promise<void> {
      const report = ui.lastReport.document;
      if (!report) return ui.notifier.warn({ text: vscode.l10n.t('There is no report any more: make another one.'), remedies: ['reportProblem'] });
      await vscode.env.clipboard.writeText(report.getText());
      vscode.window.setStatusBarMessage(vscode.l10n.t('Report copied'), 5000);
    },
  };
}
