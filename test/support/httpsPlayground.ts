import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { createPlayground, type Playground, type PlaygroundOptions } from '../../extension/playground/createPlayground.ts';
import { createServerCertificate } from '../../extension/playground/server/certificates.ts';
import { HttpsServer } from '../../extension/playground/server/httpsServer.ts';
import { kubeconfigText, type KubeconfigContent } from '../../extension/playground/server/kubeconfigText.ts';

/** A playground over HTTPS, as it is always served, in which nothing moves by itself. */
export class HttpsPlayground {
  readonly playground: Playground;
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly #server: HttpsServer;

  private constructor(playground: Playground, server: HttpsServer, url: string, ca: string) {
    this.playground = playground;
    this.#server = server;
    this.url = url;
    this.ca = ca;
  }

  /** @param options `tokens` are of whom it lets in: nobody, unless it is told */
  static async start(options: Partial<PlaygroundOptions>): Promise<HttpsPlayground> {
    const whole: PlaygroundOptions = { size: 'small', seed: 1, churn: 'off', controllers: [], clock: systemClock, logger: silentLogger, ...options };
    const certificate = createServerCertificate(systemClock.wallTime());
    const playground = createPlayground(whole);
    const server = new HttpsServer({ certificate, serve: (request) => playground.serve(request), logger: whole.logger });
    playground.onConnectionsBroken(() => server.breakConnections());
    return new HttpsPlayground(playground, server, await server.listen(0), certificate.ca);
  }

  /** The text of a kubeconfig; the context of the first one is the current one. */
  kubeconfig(users: KubeconfigContent['users']): string {
    return kubeconfigText({ server: this.url, ca: this.ca, users });
  }

  async close(): Promise<void> {
    await this.playground.close();
    await this.#server.close();
  }
}
