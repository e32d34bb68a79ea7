import * as vscode from 'vscode';

/** Opens an address as it stands; VS Code asks whether it may be opened. As text, which it takes too: made a Uri, what is escaped in a query would be escaped otherwise. */
export async function openLink(link: string): Promise<void> {
  await vscode.env.openExternal(link as unknown as vscode.Uri);
}
