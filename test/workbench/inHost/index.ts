import './activation.ts';
import { runAll } from './suite.ts';

/** The entry point that VS Code calls inside its extension host. */
export function run(): Promise<void> {
  return runAll(process.env['IN_HOST_REPORT']!);
}
