import { html, type TemplateResult } from 'lit';

export interface GridTableOptions {
  /** What it tells, for whoever does not see it. */
  readonly label: string;
  /** Heading of each column; figures stand at its end. */
  readonly columns: readonly (readonly [heading: unknown, kind?: 'number'])[];
  /** A `tr` each. */
  readonly rows: unknown;
  /** A class of its own. */
  readonly look?: string;
}

/** A table that scrolls sideways where it is too wide, by the keyboard, too. */
export function gridTable({ label, columns, rows, look = '' }: GridTableOptions): TemplateResult {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${label}>
    <table class="grid-table ${look}">
      <thead>
        <tr>${columns.map(([heading, kind = '']) => html`<th scope="col" class=${kind}>${heading}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}
