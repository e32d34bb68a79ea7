import darkModern from '../themes/dark-modern.json' with { type: 'json' };
import hcDark from '../themes/hc-dark.json' with { type: 'json' };
import hcLight from '../themes/hc-light.json' with { type: 'json' };
import lightModern from '../themes/light-modern.json' with { type: 'json' };

interface Theme {
  /** Classes that VS Code puts on the body. */
  readonly bodyClass: string;
  /** As VS Code 1.139 hands them to a webview, as far as the panel uses them. */
  readonly variables: Readonly<Record<string, string>>;
}

export const themes = {
  'dark-modern': darkModern,
  'light-modern': lightModern,
  'hc-dark': hcDark,
  'hc-light': hcLight,
} satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;

/** A script that gives the page a theme as VS Code does: variables on the root, a class and the default rules on the body. */
export function themeScript(name: ThemeName): string {
  const { bodyClass, variables }: Theme = themes[name];
  return `
for (const [name, value] of Object.entries(${JSON.stringify(variables)})) document.documentElement.style.setProperty(name, value);
document.body.className = ${JSON.stringify(bodyClass)};
const defaults = new CSSStyleSheet();
defaults.replaceSync(${JSON.stringify(defaultRules)});
document.adoptedStyleSheets = [defaults, ...document.adoptedStyleSheets];`;
}

/** What VS Code's own style sheet does to every webview, in a layer that the page's rules win over. */
const defaultRules = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); background: var(--vscode-editor-background); }
  body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
}`;
