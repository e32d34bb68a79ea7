import type { KubeObject } from './api.ts';

/** Told of each attempt to change something, while it is made: `spec.containers[0].image` */
export type OnMutation = (path: string) => void;

/** What each view is a view of, so that a copy can be made of it. */
const targets = new WeakMap<object, object>();

/**
 * An object of the cache as an author gets it: to be read like any other, all the way down, and not to be changed. An attempt throws a
 * sentence and is reported, since in Go, where nothing throws, it would spoil the cache for every other reader.
 */
export function frozenView(object: KubeObject, onMutation: OnMutation): KubeObject {
  return new Root(object, onMutation).viewOf(object, undefined, '') as KubeObject;
}

/** `structuredClone` that takes views: the way to a copy that may be changed. */
export function cloneOfViews(clone: typeof structuredClone): typeof structuredClone {
  return (value, options) => clone(withoutViews(value, new Map()), options);
}

class Root {
  readonly #object: KubeObject;
  readonly #onMutation: OnMutation;
  /** One view of each part, so that what is the same stays the same. */
  readonly #views = new WeakMap<object, object>();

  constructor(object: KubeObject, onMutation: OnMutation) {
    this.#object = object;
    this.#onMutation = onMutation;
  }

  viewOf(target: object, parent: View | undefined, name: string): object {
    let view = this.#views.get(target);
    if (!view) {
      view = new Proxy(target, new View(this, parent, name, Array.isArray(target)));
      this.#views.set(target, view);
      targets.set(view, target);
    }
    return view;
  }

  refuse(path: string): never {
    this.#onMutation(path);
    const { kind = 'an object', metadata } = this.#object;
    const key = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
    const what = `${path === '' ? '' : `${path} of `}${kind} ${key}`;
    throw new TypeError(`${what} cannot be changed: objects from the cache are shared by all who read them. Change a copy: structuredClone(object)`);
  }
}

class View implements ProxyHandler<object> {
  readonly #root: Root;
  readonly #parent: View | undefined;
  readonly #name: string;
  readonly #isArray: boolean;

  constructor(root: Root, parent: View | undefined, name: string, isArray: boolean) {
    this.#root = root;
    this.#parent = parent;
    this.#name = name;
    this.#isArray = isArray;
  }

  get(target: object, name: string | symbol, receiver: unknown): unknown {
    const value: unknown = Reflect.get(target, name, receiver);
    return typeof value === 'object' && value !== null && Object.hasOwn(target, name) ? this.#root.viewOf(value, this, String(name)) : value;
  }

  set(_target: object, name: string | symbol): never {
    return this.#root.refuse(this.#pathTo(name));
  }

  defineProperty(_target: object, name: string | symbol): never {
    return this.#root.refuse(this.#pathTo(name));
  }

  deleteProperty(_target: object, name: string | symbol): never {
    return this.#root.refuse(this.#pathTo(name));
  }

  setPrototypeOf(): never {
    return this.#root.refuse(this.#path());
  }

  preventExtensions(): never {
    return this.#root.refuse(this.#path());
  }

  #pathTo(name: string | symbol): string {
    const step = String(name);
    if (this.#isArray && /^\d+$/.test(step)) return `${this.#path()}[${step}]`;
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(step)) return `${this.#path()}[${JSON.stringify(step)}]`;
    const path = this.#path();
    return path === '' ? step : `${path}.${step}`;
  }

  #path(): string {
    return this.#parent ? this.#parent.#pathTo(this.#name) : '';
  }
}

function withoutViews<T>(value: T, seen: Map<object, object>): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = targets.get(value) ?? seen.get(value);
  if (known) return known as T;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const each of value) copy.push(withoutViews(each as unknown, seen));
    return copy as T;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [name, each] of Object.entries(value)) Object.defineProperty(copy, name, { value: withoutViews(each as unknown, seen), enumerable: true, configurable: true, writable: true });
  return copy as T;
}
