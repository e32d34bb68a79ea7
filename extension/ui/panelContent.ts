import * as vscode from 'vscode';
import { articleRows } from '../informer/articleRows.ts';
import { noSessionState } from '../inspector/noSessionState.ts';
import { PanelModel, type PanelModelOptions } from '../inspector/panelModel.ts';
import { panelHtml } from '../protocol/panelHtml.ts';
import { validatePanelMessage } from '../protocol/validate.ts';
import { newNonce } from './nonce.ts';
import { panelTexts } from './panelTexts/panelTexts.ts';

/** What a panel shows, and the texts that it shows it in: a large part of the extension, which is read when the first panel is opened. */
export interface PanelContent {
  /** The page, before anything is known of a session. */
  pageOf(webview: vscode.Webview, webviewRoot: vscode.Uri, title: string): string;
  newModel(options: PanelModelOptions): PanelModel;
  readonly noSession: typeof noSessionState;
  /** What the page has sent. */
  readonly validate: typeof validatePanelMessage;
}

export const panelContent: PanelContent = {
  pageOf: (webview, webviewRoot, title) =>
    panelHtml({
      nonce: newNonce(),
      cspSource: webview.cspSource,
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot, 'panel.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot, 'panel.css')).toString(),
      title,
      ...panelTexts(vscode.env.language),
      article: articleRows,
    }),
  newModel: (options) => new PanelModel(options),
  noSession: noSessionState,
  validate: validatePanelMessage,
};
