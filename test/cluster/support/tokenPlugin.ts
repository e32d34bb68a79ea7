import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Hands out the next of its tokens at each run, the last one for ever, and writes down that it ran. */
const script = `
const { appendFileSync, readFileSync } = require('node:fs');
const folder = process.argv[2];
appendFileSync(folder + '/runs', process.env.KUBERNETES_EXEC_INFO + '\\n');
const runs = readFileSync(folder + '/runs', 'utf8').trimEnd().split('\\n').length;
const { tokens, seconds } = JSON.parse(readFileSync(folder + '/tokens.json', 'utf8'));
const status = { token: tokens[Math.min(runs, tokens.length) - 1] };
if (seconds) status.expirationTimestamp = new Date(Date.now() + seconds * 1000).toISOString();
process.stdout.write(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }));
`;

/** A credential plugin of a test's own, in a folder of its own. */
export class TokenPlugin {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param seconds for which it says that each token holds; undefined: it does not say */
  static async create(folder: string, tokens: readonly string[], seconds?: number): Promise<TokenPlugin> {
    await writeFile(join(folder, 'plugin.cjs'), script);
    await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens, seconds }), { mode: 0o600 });
    await writeFile(join(folder, 'runs'), '');
    return new TokenPlugin(folder);
  }

  /** As a kubeconfig has it. */
  get user(): object {
    return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: [join(this.#folder, 'plugin.cjs'), this.#folder], interactiveMode: 'Never' } };
  }

  /** How often it has been run. */
  async runs(): Promise<number> {
    const text = await readFile(join(this.#folder, 'runs'), 'utf8');
    return text.split('\n').length - 1;
  }
}
