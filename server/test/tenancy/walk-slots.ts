import type { ServedRoute } from '#test/http/routes';
import { fixtureOf, fixtures, keyOf, mentions, unmentioned } from './portal-things.ts';

/** Where an operation takes an id, and of which kind. */
export type Slot = {
  readonly at: 'path' | 'query' | 'body';
  readonly name: string;
  /** A key of `fixtures`. */
  readonly key: string;
  readonly write?: (id: string) => unknown;
  readonly isTyped?: true;
};

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['institution_id', 'mode'].includes(name));

const namesIn = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

const isUnmentioned = ({ operation }: ServedRoute, name: string): boolean =>
  unmentioned.has(name) || unmentioned.has(`${operation} ${name}`);

function mentionedIn(route: ServedRoute, at: 'query' | 'body'): Slot[] {
  const names = at === 'query' ? route.query : namesIn(route.body);
  return names.flatMap((name) => {
    const mention = mentions[name];
    return mention === undefined || isUnmentioned(route, name) ? [] : [{ at, name, ...mention }];
  });
}

export const slotsOf = (route: ServedRoute): Slot[] => [
  ...parametersOf(route.path).map((name) => ({ at: 'path' as const, name, key: keyOf(route.path, name) })),
  ...mentionedIn(route, 'query'),
  ...mentionedIn(route, 'body'),
];

/** Ids without a known fixture. */
export function unknownSlots(routes: readonly ServedRoute[]): string[] {
  const found = routes.flatMap((route) => {
    const { path, operation, query, body, audience } = route;
    const named = audience === 'staff' ? [] : [...query, ...namesIn(body)];
    return [
      ...parametersOf(path)
        .filter((name) => fixtureOf(path, name) === undefined)
        .map((name) => `${name} of ${operation}`),
      ...named
        .filter((name) => /_ids?$/.test(name) && !(name in mentions) && !isUnmentioned(route, name))
        .map((name) => `${name} in the query or body of ${operation}`),
    ];
  });
  const wrong = Object.entries(mentions).filter(([, { key }]) => !(key in fixtures));
  return [...new Set([...found, ...wrong.map(([name]) => `${name} in mentions`)])];
}
