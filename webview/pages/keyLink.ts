import { html, type TemplateResult } from 'lit';
import type { View } from '../views/view.ts';

/** A key that shows its entries in the stream. @param held the step that is held has it in hand */
export function keyLink(key: string, { actions, texts }: Pick<View, 'actions' | 'texts'>, held = false): TemplateResult {
  return html`<button type="button" class=${held ? 'key key-held' : 'key'} aria-label=${texts.t('showInStream', { key })} data-tip=${texts.t('showInStream', { key })} @click=${() => actions.typeFilter(keyFilter(key))}>${key}</button>`;
}

/** The filter that lets the entries of this key through and no others. */
export function keyFilter(key: string): string {
  const plain = /^[\w./:-]+$/.test(key);
  return `key:${plain ? key : `"${key.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`}`;
}
