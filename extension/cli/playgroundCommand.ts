import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { systemClock } from '../base/systemClock.ts';
import { type PlaygroundUser, playgroundUsers } from '../playground/access/playgroundUsers.ts';
import type { UserToken } from '../playground/access/tokenAuthenticator.ts';
import { userInfo } from '../playground/access/userInfo.ts';
import { createPlayground } from '../playground/createPlayground.ts';
import { createServerCertificate } from '../playground/server/certificates.ts';
import { HttpsServer } from '../playground/server/httpsServer.ts';
import { kubeconfigText } from '../playground/server/kubeconfigText.ts';
import { tokenGuard } from '../playground/server/tokenGuard.ts';
import { openAudit } from './auditFiles.ts';
import { Failure } from './failure.ts';
import { openKept } from './keptPlayground.ts';
import { type PlaygroundArguments, parsePlaygroundArguments, playgroundUsage } from './playgroundArguments.ts';
import { UsageError } from './usageError.ts';

export interface PlaygroundHost {
  readonly args: readonly string[];
  /** Where the person stands. */
  readonly cwd: string;
  /** Resolves when it is time to end. */
  readonly stopped: Promise<void>;
}

/** Runs the playground; resolves with the exit status when it has ended. */
export async function playgroundCommand({ args, cwd, stopped }: PlaygroundHost): Promise<number> {
  try {
    const parsed = parsePlaygroundArguments(args, cwd);
    if (parsed.help) console.log(playgroundUsage);
    else await run(parsed, stopped);
    return 0;
  } catch (error) {
    const wrong = error instanceof UsageError;
    if (wrong) console.error(`${error.message}\n\n${playgroundUsage}`);
    else console.error(error instanceof Failure ? error.message : error);
    return wrong ? 2 : error instanceof Failure ? error.status : 1;
  }
}

const logger: Logger = {
  trace: () => undefined,
  info: () => undefined,
  warn: (tag, message) => console.error(`${tag}: ${message}`),
  error: (tag, message, error) => console.error(`${tag}: ${message}`, error ?? ''),
};

/** A mistake of ours in some corner is no reason to take the whole cluster away from whoever works on it. */
function surviveMistakes(): void {
  process.on('uncaughtException', (error) => logger.error('playground', 'something went wrong that should not have', error));
}

async function run({ port, kubeconfig, introspection, faults, warnings, auditFiles, ...world }: PlaygroundArguments, stopped: Promise<void>): Promise<void> {
  surviveMistakes();
  for (const warning of warnings) console.error(warning);
  const audit = await openAudit(auditFiles, logger);
  const kept = await openKept({ ...world, logger });
  const certificate = createServerCertificate(systemClock.wallTime());
  const [admin, ...others] = playgroundUsers;
  const users = [withToken(admin), ...others.map(withToken)] as const;
  const insideToken = randomToken();
  const playground = createPlayground({ ...world, startsWorld: false, audit, restored: kept.restored, tokens: users, clock: systemClock, logger });
  const server = new HttpsServer({ certificate, serve: (request) => playground.serve(request), logger });
  playground.onConnectionsBroken(() => server.breakConnections());
  // A port and a token of its own: no user of the cluster gets in, whatever the cluster comes to allow its users.
  const inside = new HttpsServer({
    certificate,
    serve: tokenGuard({ token: insideToken, user: userInfo('parent') }, (request) => playground.introspect(request)),
    logger,
  });
  try {
    await kept.keep(playground.storage);
    const url = await listen(server, port);
    playground.servedAt({ server: url, ca: certificate.ca, token: users[0].token });
    const shown = introspection ? { introspection: { server: await listen(inside, 0), token: insideToken, ca: certificate.ca } } : {};
    const file = await writeKubeconfig(kubeconfig, kubeconfigText({ server: url, ca: certificate.ca, users }));
    for (const fault of faults) playground.faults.add(fault);
    console.log(JSON.stringify({ server: url, kubeconfig: file.path, ...shown }));
    // A large world takes a while to settle, and whoever waits for the line above waits for no such thing.
    playground.world.start();
    await stopped;
    await file.remove();
  } finally {
    await playground.close();
    await Promise.all([server.close(), introspection ? inside.close() : undefined]);
    await Promise.all([kept.close(), audit.close()]);
  }
}

function withToken(user: PlaygroundUser): PlaygroundUser & UserToken {
  return { ...user, token: randomToken() };
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

async function listen(server: HttpsServer, port: number): Promise<string> {
  try {
    return await server.listen(port);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'something else listens there' : messageOf(error);
    throw new Failure(1, `The playground cannot listen on 127.0.0.1:${port}: ${why}. Choose another --port, or leave it out for a free one.`, { cause: error });
  }
}

interface KubeconfigFile {
  readonly path: string;
  /** Removes what is temporary. */
  remove(): Promise<void>;
}

/** Readable by its owner only. @throws Failure 2 for a file that exists, or a place where none can be made */
async function writeKubeconfig(chosen: string | undefined, text: string): Promise<KubeconfigFile> {
  const write = (file: string): Promise<void> => writeFile(file, text, { mode: 0o600, flag: 'wx' });
  if (chosen === undefined) {
    const directory = await mkdtemp(path.join(tmpdir(), 'playground-'));
    const file = path.join(directory, 'kubeconfig');
    await write(file);
    return { path: file, remove: () => rm(directory, { recursive: true, force: true }) };
  }
  try {
    await write(chosen);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const sentence = exists
      ? `${chosen} exists already and is not overwritten. Name another file with --kubeconfig, or remove that one.`
      : `The kubeconfig cannot be written to ${chosen}: ${messageOf(error)}. Name another file with --kubeconfig.`;
    throw new Failure(2, sentence, { cause: error });
  }
  return { path: chosen, remove: () => Promise.resolve() };
}
