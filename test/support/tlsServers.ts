import { beforeAll } from 'vitest';
import { type Reply, ScriptedServer } from './scriptedServer.ts';
import { type KeyPair, TestAuthority } from './testCertificates.ts';

/** For one test file: servers over TLS under one authority, which look at the certificates of their clients. `api.example` is one of their names. */
export class TlsServers {
  #authority: TestAuthority | undefined;
  #pair: KeyPair | undefined;

  constructor() {
    beforeAll(async () => {
      this.#authority = await TestAuthority.create();
      this.#pair = await this.#authority.server(['api.example']);
    });
  }

  get authority(): TestAuthority {
    return this.#authority!;
  }

  get pair(): KeyPair {
    return this.#pair!;
  }

  /** By which a kubeconfig trusts them. */
  get trust(): object {
    return { 'certificate-authority-data': Buffer.from(this.authority.cert).toString('base64') };
  }

  /** One that tells its version; or gives these answers in its place, the last one for ever. Whoever starts it closes it. */
  start(...answers: readonly Reply[]): Promise<ScriptedServer> {
    const list = answers.length > 0 ? answers : [{ json: { gitVersion: 'v1' } }];
    return ScriptedServer.start({ routes: { '/version': { list } } }, { ...this.pair, clientCa: this.authority.cert });
  }
}
