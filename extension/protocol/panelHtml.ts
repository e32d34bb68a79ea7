/**
 * The page that the panel's script finds: written here, beside the messages, because both sides must agree on it
 * (`#panel`, `#live`, `#strings`, `#article`). It shows a skeleton before any script has run.
 */
export interface PanelHtmlOptions {
  /** New for each page, from crypto. */
  readonly nonce: string;
  /** `webview.cspSource` */
  readonly cspSource: string;
  /** `dist/webview/panel.js` and `panel.css`, as the webview may load them; `codicon.ttf` is loaded from beside the latter. */
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly title: string;
  /** Language of the texts (BCP 47): VS Code's display language, or `en` without translated texts. */
  readonly language: string;
  /** Translated texts by the keys of `webview/strings.ts`; English where one is missing. */
  readonly strings?: Readonly<Record<string, string>>;
  /** What the article tells otherwise, by row: texts in both languages. */
  readonly article?: Readonly<Record<number, unknown>>;
}

const stages = 7;
const rows = 12;

export function panelHtml({ nonce, cspSource, scriptUri, styleUri, title, language, strings, article }: PanelHtmlOptions): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentSecurityPolicy(nonce, cspSource))}">
<meta property="csp-nonce" content="${escapeHtml(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
</head>
<body>
<div id="panel" aria-busy="true">
<div class="skeleton" aria-hidden="true">
<div class="skeleton-header"></div>
<div class="skeleton-stages">${'<div></div>'.repeat(stages)}</div>
<div class="skeleton-rows">${'<div></div>'.repeat(rows)}</div>
</div>
</div>
<div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
${embeddedJson('strings', strings)}${embeddedJson('article', article)}<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
}

/**
 * The page loads nothing but its own script, style sheet and font. Files that the script reads later have its nonce from it. The nonce among the styles is for the toolkit's
 * style elements, which take it from the `csp-nonce` tag.
 */
function contentSecurityPolicy(nonce: string, cspSource: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource} 'nonce-${nonce}'; font-src ${cspSource}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function embeddedJson(id: string, value: unknown): string {
  return value === undefined ? '' : `<script type="application/json" id="${id}">${escapeJson(value)}</script>\n`;
}

/** JSON that can stand in a script element, whatever the texts hold. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
