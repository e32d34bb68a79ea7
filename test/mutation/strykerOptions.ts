import type { Stryker } from '@stryker-mutator/core';

/** What is mutated: the folders that mirror client-go, whose rules the tests hold. */
export const mutatedFolders = ['extension/informer', 'extension/workqueue'] as const;

/** Percent of the mutants that the tests have to find. */
export const requiredScore = 85;

/** Git-ignored; paths are the checkout's. */
export const reportFolder = 'test/.artifacts/mutation';

/**
 * How Stryker is set up. Which tests a mutant has to get past is in `vitest.config.ts` beside this file, which words are
 * left alone in `wording.ts`.
 */
export const strykerOptions: ConstructorParameters<typeof Stryker>[0] = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/wording.ts'],
  ignorers: ['wording'],
  // Which tests reach a mutant is measured; there is no need to guess it from imports.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',

  // A copy of what the tests need, inside the checkout, so that packages are found by walking up.
  tempDirName: `${reportFolder}/sandbox`,
  cleanTempDir: 'always',
  symlinkNodeModules: false,
  ignorePatterns: ['**', '!package.json', '!extension/**', '!test', '!test/{unit,conformance,property,soak,support,tools,mutation}/**'],
  // Stryker would move the paths in a tsconfig by means that TypeScript 7 no longer offers. Node and Vite need none.
  tsconfigFile: 'no-tsconfig.json',
  disableTypeChecks: false,

  // A mutant that is merely slow, because the machine has much else to do, must not count as found.
  concurrency: 2,
  timeoutFactor: 4,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 10,

  reporters: ['progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: `${reportFolder}/mutation.html` },
  jsonReporter: { fileName: `${reportFolder}/mutation.json` },
  allowConsoleColors: false,
  incremental: true,
  incrementalFile: `${reportFolder}/incremental.json`,
};
