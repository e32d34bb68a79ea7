/**
 * What `npm start` needs when the window opens, kept out of the extension itself, which does nothing by itself: shows
 * the side bar, starts the playground (or connects to the current context of the kubeconfig), and opens the panel.
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
  if (process.env.INFORMER_INSPECTOR_START === 'playground') await vscode.commands.executeCommand('informerInspector.startPlayground');
  // Where nothing is open yet, the panel opens on the current context.
  await vscode.commands.executeCommand('informerInspector.openPanel');
};
