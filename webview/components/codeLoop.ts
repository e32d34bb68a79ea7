import { html, nothing, type TemplateResult } from 'lit';

export interface LoopLine {
  readonly code: string;
  /** Where nobody can stand: a brace. */
  readonly id?: string;
  readonly indent: number;
}

/** What is said of a line. */
export interface LineMark {
  readonly lit: boolean;
  readonly held: boolean;
  readonly note: string;
}

/** A loop as a program: the lines at which somebody stands are lit, and say who. */
export function codeLoop(label: string, lines: readonly LoopLine[], markOf: (id: string) => LineMark | undefined): TemplateResult {
  return html`<ol class="code loop" aria-label=${label}>
    ${lines.map(({ code, id, indent }) => {
      const mark = id === undefined ? undefined : markOf(id);
      const classes = ['loop-line', mark?.lit ? 'loop-lit' : '', mark?.held ? 'loop-held' : ''].filter(Boolean).join(' ');
      return html`<li class=${classes} data-line=${id ?? nothing} aria-current=${mark?.lit ? 'step' : nothing}>
        <code>${'  '.repeat(indent)}${code}</code>${mark && mark.note !== '' ? html`<span class="loop-note">${mark.note}</span>` : nothing}
      </li>`;
    })}
  </ol>`;
}
