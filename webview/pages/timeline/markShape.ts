import { svg, type TemplateResult } from 'lit';
import type { MarkKind } from '../../../extension/protocol/pages/timeline.ts';

/** Each kind has a form of its own, so that none is told by its colour alone. */
export function markShape(kind: MarkKind, x: number, y: number, width = 6): TemplateResult<2> {
  switch (kind) {
    case 'event':
      return svg`<circle cx=${x} cy=${y} r="4"></circle>`;
    case 'delta':
      return svg`<path d="M${x} ${y - 4}l4 4l-4 4l-4-4z"></path>`;
    case 'handler':
      return svg`<path d="M${x - 4} ${y - 4}h8l-4 8z"></path>`;
    case 'reconcile':
      return svg`<rect x=${x} y=${y - 4} width=${width} height="8" rx="1"></rect>`;
    case 'failed':
      return svg`<rect x=${x} y=${y - 4} width=${Math.max(width, 9)} height="8" rx="1"></rect><path class="on-mark" d="M${x + 2} ${y - 2}l5 4m0-4l-5 4"></path>`;
    case 'tombstone':
      return svg`<path d="M${x - 4} ${y + 5}v-6a4 4 0 0 1 8 0v6z"></path><path class="on-mark" d="M${x} ${y - 2}v5m-2-3h4"></path>`;
    case 'recreated':
      return svg`<circle class="hollow" cx=${x} cy=${y} r="5"></circle><circle cx=${x} cy=${y} r="2"></circle>`;
    case 'left':
      return svg`<path class="hollow" d="M${x + 3} ${y - 4}h-7v8h7m-4-4h6m-2-2l2 2l-2 2"></path>`;
    case 'deleted':
      return svg`<path class="hollow" d="M${x - 4} ${y - 4}l8 8m0-8l-8 8"></path>`;
  }
}
