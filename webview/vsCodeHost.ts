import type { Host } from './host.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** VS Code's side of a webview. Its API can be acquired once in the life of a page: here, and nowhere else. */
export function vsCodeHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener('message', ({ data }) => listener(data)),
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
}
