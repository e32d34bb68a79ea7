import { html, type TemplateResult } from 'lit';

/** Names in use, of `@vscode/codicons`. */
export type IconName =
  | 'arrow-up'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-up'
  | 'refresh'
  | 'checklist'
  | 'stop-circle'
  | 'warning'
  | 'pass'
  | 'question'
  | 'chevron-right'
  | 'circle-filled'
  | 'close'
  | 'copy'
  | 'debug-continue'
  | 'debug-pause'
  | 'debug-step-over'
  | 'debug-step-into'
  | 'debug-step-out'
  | 'ellipsis'
  | 'check'
  | 'target'
  | 'error'
  | 'fold-down'
  | 'fold-up'
  | 'bookmark'
  | 'debug-breakpoint'
  | 'debug-breakpoint-log'
  | 'type-hierarchy'
  | 'symbol-key'
  | 'trash'
  | 'save'
  | 'arrow-down'
  | 'list-tree'
  | 'filter'
  | 'go-to-file'
  | 'info'
  | 'book'
  | 'play'
  | 'history'
  | 'zoom-in'
  | 'zoom-out'
  | 'list-flat'
  | 'screen-full'
  | 'screen-normal'
  | 'pin'
  | 'pinned'
  | 'debug-disconnect';

/** A picture beside a text that says the same: hidden from screen readers. */
export function icon(name: IconName, slot?: 'start'): TemplateResult {
  return slot === undefined
    ? html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`
    : html`<span slot=${slot} class="codicon codicon-${name}" aria-hidden="true"></span>`;
}
