import type { Drawing, Shape } from './drawing.ts';
import { loopDrawing } from './loopDrawing.ts';
import { stackedDrawing } from './stackedDrawing.ts';
import { wideDrawing } from './wideDrawing.ts';

/** Panels of at least this width have room for the whole in one direction, and of the other for four boxes in a row. */
const wideFrom = 900;
const loopFrom = 440;
/** The least that is drawn: before it is measured, or folded to a sliver, the panel has less, and nothing can be seen of it. */
const leastWidth = 160;

/**
 * The drawing of a pipeline in a panel of `width` pixels.
 * @param inner pixels that there are for the drawing itself
 */
export function layoutPipeline(width: number, inner: number, shape: Shape): Drawing {
  if (width >= wideFrom) return wideDrawing(inner, shape);
  return width >= loopFrom ? loopDrawing(inner, shape) : stackedDrawing(Math.max(leastWidth, inner), shape);
}
