import type * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import type { ControllersUi } from './controllersUi.ts';
import type { DebuggerUi } from './debuggerUi.ts';
import type { Focus } from './focus.ts';
import type { InformersView } from './informersView.ts';
import type { LastReport } from './lastReport.ts';
import type { LogChannel } from './logChannel.ts';
import type { Milestones } from './milestones.ts';
import type { Notifier } from './notifier.ts';
import type { ObjectDocuments } from './objectDocuments.ts';
import type { Panels } from './panels.ts';
import type { Recents } from './recents.ts';
import type { Recordings } from './recordings.ts';
import type { SettingsReader } from './settings.ts';
import type { TextDocuments } from './textDocuments.ts';

/** What commands work with. */
export interface Ui {
  readonly inspector: Inspector;
  readonly extensionUri: vscode.Uri;
  readonly tree: TreeModel;
  readonly informersView: InformersView;
  readonly controllersUi: ControllersUi;
  readonly debuggerUi: DebuggerUi;
  readonly documents: ObjectDocuments;
  readonly texts: TextDocuments;
  /** Both sides of comparisons of versions. */
  readonly versions: TextDocuments;
  readonly panels: Panels;
  readonly recordings: Recordings;
  readonly focus: Focus;
  readonly milestones: Milestones;
  readonly lastReport: LastReport;
  readonly notifier: Notifier;
  readonly recents: Recents;
  readonly settings: SettingsReader;
  readonly log: LogChannel;
}
