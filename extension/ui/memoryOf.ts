import * as vscode from 'vscode';
import { WorkspaceMemory } from './workspaceMemory.ts';

/** Where the window keeps what belongs to its workspace. On a desktop a workspace is open in one window at most; in a browser it may be in several. */
export function memoryOf({ workspaceState, globalState, storageUri }: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState' | 'storageUri'>): Pick<vscode.Memento, 'get' | 'update'> {
  if (vscode.env.uiKind !== vscode.UIKind.Web) return workspaceState;
  return new WorkspaceMemory({ workspaceState, globalState, workspace: storageUri?.path, now: Date.now });
}
