/**
 * `NODE_OPTIONS` with which a program does something at the moment when it loads a module.
 * @param name part of the module's address
 * @param statement may use `url`
 */
export function onModuleLoad(name: string, statement: string): string {
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { if (url.includes('${name}')) ${statement}; return next(url, context); } });`;
  return `--import=data:text/javascript,${encodeURIComponent(hook)}`;
}
