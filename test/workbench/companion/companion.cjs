/**
 * What `npm start` needs when the window opens, kept out of the extension itself, which does nothing by itself: shows
 * the side bar, starts the playground (or leaves the given kubeconfig to be looked at), and opens the panel.
 */
'use strict';
const vscode = require('vscode');

exports.activate = async () => {
  const extension = vscode.extensions.getExtension('informer-inspector.informer-inspector');
  if (!extension) {
    void vscode.window.showErrorMessage('Informer Inspector is not loaded in this window: build it and start again.');
    return;
  }
  const [container] = Object.values(extension.packageJSON.contributes.viewsContainers).flat();
  await vscode.commands.executeCommand(`workbench.view.extension.${container.id}`);
  if (process.env.INFORMER_INSPECTOR_START !== 'playground') return;
  await vscode.commands.executeCommand('informerInspector.startPlayground');
  await vscode.commands.executeCommand('informerInspector.openPanel');
};
