import { type BenchArguments, parseBenchArguments } from './benchArguments.ts';
import { cases } from './cases.ts';
import { runStandard, standardPods } from './standard.ts';
import { standardTable } from './table.ts';

/** `npm run bench [-- NAME] [-- --json] [--pods N] [--events N] [--rounds N]`. Its figures are for comparing; nothing fails by them. */
async function main(): Promise<void> {
  const options = parseBenchArguments(process.argv.slice(2));
  if (options.name === undefined) await standard(options);
  else await oneCase(options.name, options);
}

async function standard(options: BenchArguments): Promise<void> {
  const pods = options.pods ?? standardPods;
  console.log(`${pods} pods, ${options.events} events, ${options.rounds} rounds after one that is left out`);
  const result = await runStandard({ ...options, pods }, 'shared');
  console.log(standardTable(result));
  const { floor, clientNode, engine, ratios } = result;
  if (options.json) {
    console.log(JSON.stringify({ floor, clientNode, engine, ratios }));
    return;
  }
  // What else one wants to know of the engine itself; `--json` has only the comparison.
  for (const name of ['tracing', 'latency']) {
    console.log();
    await oneCase(name, options);
  }
}

async function oneCase(name: string, options: BenchArguments): Promise<void> {
  const found = Object.hasOwn(cases, name) ? cases[name] : undefined;
  if (!found) throw new Error(`There is no case ${JSON.stringify(name)}. There are: ${Object.keys(cases).join(', ')}.`);
  console.log(found.says);
  console.log(JSON.stringify({ name, ...(await found.run({ ...options, pods: options.pods ?? found.pods ?? standardPods })) }));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
