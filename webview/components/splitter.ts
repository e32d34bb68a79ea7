import { html, type TemplateResult } from 'lit';
import { bounded, type Split, splitBounds } from '../store/panelLayout.ts';

export interface SplitterOptions {
  readonly split: Split;
  readonly label: string;
  /** Id of what it makes larger and smaller: what stands right of it, or below. */
  readonly controls: string;
  /** Hundredths of the panel; null: as it comes. */
  readonly size: number | null;
  /** null: as it comes again. */
  readonly onSize: (size: number | null) => void;
  /** By hundredths of the panel: keys may come faster than it is drawn. */
  readonly onMove: (percent: number) => void;
}

/** Hundredths of the panel that a press of an arrow key moves it. */
const step = 2;

/** The line between two parts, which moves it: by the pointer, by the arrow keys, Home and End. A double click or Enter puts it back. */
export function splitter({ split, label, controls, size, onSize, onMove }: SplitterOptions): TemplateResult {
  const { least, most, usual } = splitBounds[split];
  const now = size ?? usual;
  const [more, less] = split === 'side' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const keys: Readonly<Record<string, () => void>> = { [more!]: () => onMove(step), [less!]: () => onMove(-step), Home: () => onSize(least), End: () => onSize(most), Enter: () => onSize(null) };
  const onKey = (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return html`<div
    class="split split-${split}"
    id="split-${split}"
    role="separator"
    tabindex="0"
    aria-orientation=${split === 'side' ? 'vertical' : 'horizontal'}
    aria-label=${label}
    aria-controls=${controls}
    aria-valuemin=${least}
    aria-valuemax=${most}
    aria-valuenow=${Math.round(now)}
    @keydown=${onKey}
    @dblclick=${() => onSize(null)}
    @pointerdown=${(event: PointerEvent) => startDrag(event, split, controls, onSize)}
  ></div>`;
}

/** What it controls ends where it ended when the pointer came: its far edge stands still. */
function startDrag(event: PointerEvent, split: Split, controls: string, onSize: (size: number) => void): void {
  const handle = event.currentTarget as HTMLElement;
  const panel = document.querySelector('#panel');
  const far = document.querySelector(`#${controls}`)?.getBoundingClientRect();
  if (event.button !== 0 || !panel || !far) return;
  const moved = ({ clientX, clientY }: PointerEvent): void => {
    const part = split === 'side' ? (far.right - clientX) / panel.clientWidth : (far.bottom - clientY) / panel.clientHeight;
    onSize(bounded(split, part * 100));
  };
  const done = (): void => {
    handle.classList.remove('split-dragged');
    handle.removeEventListener('pointermove', moved);
    handle.removeEventListener('lostpointercapture', done);
  };
  handle.setPointerCapture(event.pointerId);
  handle.classList.add('split-dragged');
  handle.addEventListener('pointermove', moved);
  handle.addEventListener('lostpointercapture', done);
}
