/** The entry point for recordings: `npm run -s trace -- diff A B`, `npm run -s trace -- validate FILE`. */

async function main(): Promise<void> {
  try {
    const { traceCommand } = await import('./traceCommand.ts');
    process.exitCode = await traceCommand({
      args: process.argv.slice(2),
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      print: (line) => void process.stdout.write(`${line}\n`),
      say: (sentence) => void process.stderr.write(`${sentence}\n`),
    });
  } catch (error) {
    process.stderr.write(`It failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  }
}

// Whoever reads has seen enough, as `head` has.
process.stdout.on('error', () => process.exit());
void main();
