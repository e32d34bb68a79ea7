import { html, type TemplateResult } from 'lit';

const width = 60;
const height = 6;

/** How much of something is used, in words and as a bar; the bar says nothing that the words do not. */
export function fillBar(used: number, all: number, words: string): TemplateResult {
  const share = all > 0 ? Math.min(1, used / all) : 0;
  const isFull = all > 0 && used >= all;
  return html`<span class="fill-words">${words}</span
    ><svg class="fill-bar" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-room" width=${width} height=${height}></rect><rect class=${isFull ? 'fill-used fill-full' : 'fill-used'} width=${used > 0 ? Math.max(2, share * width) : 0} height=${height}></rect>
    </svg>`;
}
