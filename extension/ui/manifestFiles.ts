import * as vscode from 'vscode';
import { longestManifest, manifestsOf } from '../inspector/manifests.ts';
import type { KubeObject } from '../kube/object.ts';
import { textOfFile } from './textOfFile.ts';

/** Files that may hold manifests, and how many of them are looked into. */
const manifestFiles = '**/*.{yaml,yml,json}';
const notLookedInto = '**/{node_modules,.git,dist,vendor}/**';
const mostFiles = 2000;
/** Of editors that show a person's own text, and not what somebody has made of one. */
const ownSchemes: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-remote']);

/** A manifest of an object, and where it is. */
export interface FoundManifest {
  readonly uri: vscode.Uri;
  /** Counts those of one file, from 1; undefined: it is the only one. */
  readonly number: number | undefined;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** In the files of the workspace and in the editors that are open, saved or not. */
export async function findManifests(object: KubeObject): Promise<readonly FoundManifest[]> {
  const files = await vscode.workspace.findFiles(manifestFiles, notLookedInto, mostFiles);
  const known = new Set(files.map(String));
  const open = vscode.workspace.textDocuments.flatMap(({ uri, languageId }) => (/^(yaml|jsonc?)$/.test(languageId) && ownSchemes.has(uri.scheme) && !known.has(String(uri)) ? [uri] : []));
  const found: FoundManifest[] = [];
  for (const uri of [...open, ...files]) found.push(...(await manifestsIn(uri, object)));
  return found;
}

export async function manifestsIn(uri: vscode.Uri, object: KubeObject): Promise<readonly FoundManifest[]> {
  const manifests = await manifestsOf(await textOf(uri), object);
  return manifests.map((manifest, index) => ({ uri, manifest, number: manifests.length > 1 ? index + 1 : undefined }));
}

/** As an editor has it, else as it is stored. Empty where it cannot be read, or is too long for a manifest. */
async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // A character takes up to three bytes.
  return open ? open.getText() : ((await textOfFile(uri, 3 * longestManifest)) ?? '');
}
