import { beforeAll } from 'vitest';

/** `PROPERTY_SEED`: what failed is played again. */
export const givenSeed = process.env['PROPERTY_SEED'] ? Number(process.env['PROPERTY_SEED']) : undefined;

/**
 * The seed of a test file that draws by it. When the file runs it is printed as it can be given again.
 * @param otherwise when none is given; default: another one each time
 */
export function fileSeed(otherwise = Math.floor(Math.random() * 2 ** 31)): number {
  const seed = givenSeed ?? otherwise;
  beforeAll(() => console.log(`PROPERTY_SEED=${seed}`));
  return seed;
}

/** The seeds of tests that run once for each: 1, 2, 3, … or the one that is given. Whoever takes them says which has failed. */
export function testSeeds(count: number): readonly number[] {
  return givenSeed === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [givenSeed];
}

/** How often a property is tried: `PROPERTY_RUNS`, or so often. */
export function propertyRuns(usual: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? usual);
}

export interface PropertyParameters {
  readonly numRuns: number;
  readonly seed?: number;
  readonly timeout: number;
  readonly interruptAfterTimeLimit?: number;
}

/**
 * The same for fast-check, with the seed that is given; it prints its own where it fails. A run that comes to no end is one
 * that fails, and the search for a shorter one ends before the time of the test does: else neither seed nor story would be told.
 */
export function propertyParameters(usual: number): PropertyParameters {
  const isAsked = process.env['PROPERTY_RUNS'] !== undefined;
  return { numRuns: propertyRuns(usual), ...(givenSeed !== undefined && { seed: givenSeed }), timeout: 12_000, ...(!isAsked && { interruptAfterTimeLimit: 25_000 }) };
}
