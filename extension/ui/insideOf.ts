import type { Inspector } from '../inspector/inspector.ts';
import type { IntrospectionClient } from '../inspector/introspection/introspectionClient.ts';
import { IntrospectionError } from '../inspector/introspection/introspectionError.ts';

/** @throws IntrospectionError where the playground is not up */
export async function insideOf(inspector: Inspector): Promise<IntrospectionClient> {
  const inside = await inspector.playground.introspection();
  if (!inside) throw new IntrospectionError('unreachable', 'the playground is not running', { status: 0 });
  return inside;
}
