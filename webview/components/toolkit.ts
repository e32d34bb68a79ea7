import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';

/**
 * Registers the elements that are used from the beginning, and no more: each costs its weight in the bundle. Badge and tag must not
 * be among them, since they set a `style` attribute, which the page's CSP forbids.
 */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());
}
