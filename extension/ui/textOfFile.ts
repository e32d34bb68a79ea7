import * as vscode from 'vscode';

/** The text of a file of the workspace; undefined where it cannot be read, is none, or has more bytes: then it is not read at all. Never rejects. */
export async function textOfFile(uri: vscode.Uri, mostBytes: number): Promise<string | undefined> {
  const { fs } = vscode.workspace;
  try {
    const { type, size } = await fs.stat(uri);
    // A link may lead to a device that has no end.
    return (type & vscode.FileType.File) === 0 || size > mostBytes ? undefined : new TextDecoder().decode(await fs.readFile(uri));
  } catch {
    return undefined;
  }
}
