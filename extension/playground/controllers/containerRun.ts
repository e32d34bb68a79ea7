import type { Container, Pod } from '../registry/shapes.ts';

/** What a container does once it runs, by what it is told to: nothing is executed here. Pure. */

/** How long something lasts that ends by itself and does not say when, in milliseconds: at least and at most. */
const lastsMs = [2_000, 8_000] as const;

export interface ContainerRun {
  /** Undefined: until it is ended. */
  readonly ms: number | undefined;
  readonly exitCode: number;
}

/**
 * `sleep 5` lasts five seconds; `exit 3` and `false` end with that code. Everything else runs for good in a pod that is to be kept
 * running, and in any other does what it has to do, which takes a while, and ends well.
 */
export function containerRun({ spec }: Pod, container: Container, random: () => number): ContainerRun {
  const words = [...((container['command'] ?? []) as readonly string[]), ...((container['args'] ?? []) as readonly string[])].join(' ');
  const slept = /\bsleep (\d{1,6}(?:\.\d+)?)([smh]?)(?![\w.])/.exec(words);
  const failed = /\bexit (\d{1,3})\b/.exec(words);
  const exitCode = failed ? Number(failed[1]) : /(^|[\s;&|/])false($|[\s;&|])/.test(words) ? 1 : 0;
  const isKept = (spec.restartPolicy ?? 'Always') === 'Always';
  if (slept) return { ms: Number(slept[1]) * 1000 * ({ m: 60, h: 3600 }[slept[2]!] ?? 1), exitCode };
  if (isKept && !failed && exitCode === 0) return { ms: undefined, exitCode };
  const [least, most] = lastsMs;
  return { ms: least + random() * (most - least), exitCode };
}
