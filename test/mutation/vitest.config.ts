import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most mutants are found by a test of a few milliseconds, with which their run is over. */
const kinds = ['/test/unit/', '/test/conformance/', '/test/property/'];

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => kinds.findIndex((kind) => moduleId.includes(kind));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** The tests that a mutant of `informer/` or `workqueue/` has to get past: those that concern them, and take a moment. */
export default defineConfig({
  test: {
    include: ['test/unit/{informer,workqueue}/**/*.test.ts', 'test/conformance/**/*.test.ts', 'test/property/{nothingLost,soak}.test.ts'],
    reporters: ['default'],
    // Each mutant has a fresh worker as it is; a further one for each file of tests would double the time.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
  },
});
