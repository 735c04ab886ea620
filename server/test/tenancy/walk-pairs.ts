import { staffRoles } from '#actor';
import { mayPortal } from '#lib/api/portal-roles';
import { newId } from '#lib/tokens/ids';
import { isInScopes } from '#modules/staff';
import type { ServedRoute } from '#test/http/routes';
import { exampleOf } from './example-of.ts';
import { fixtures, queries } from './portal-things.ts';
import type { Surface, WalkCaller } from './walk-callers.ts';
import { slotsOf, type Slot } from './walk-slots.ts';
import { modes, type Mode, type TenantIds } from './walk-world.ts';

const surfaces: Readonly<Record<string, Surface>> = {
  portal: 'portal',
  partner: 'partner',
  agent: 'agent',
  'poll token or agent key': 'agent',
  staff: 'staff',
};

/** Operations that require a credential. */
export const surfaceOf = ({ audience }: ServedRoute): Surface | undefined => surfaces[audience ?? ''];

/** A response that does not end; other tests check who may open it. */
const endless = new Set(['board.stream']);
export const isWalked = (route: ServedRoute): boolean =>
  surfaceOf(route) !== undefined && !endless.has(route.operation ?? '') && !route.path.endsWith('/stream');

export const isSafe = ({ method }: ServedRoute): boolean => method === 'GET';

/** Whose ids the request names: the caller's own, another institution's, or the caller's from the other mode. */
export type Variant = 'own' | 'foreign' | 'other mode';

export type Question = { readonly path: string; readonly body: unknown };

/** A request, and the same with an unknown id, which must get the same response. */
export type Pair = {
  readonly route: ServedRoute;
  readonly caller: WalkCaller;
  readonly mode: Mode;
  readonly variant: Variant;
  readonly question: Question;
  readonly unknown: Question | undefined;
  /** Ids that may be repeated in the responses. */
  readonly asked: readonly string[];
};

export type Walk = {
  readonly own: TenantIds;
  readonly foreign: TenantIds;
  readonly now: Date;
  /** Nightly every kind of id in every slot; otherwise those that belong there. */
  readonly everyKind: boolean;
};

type Values = Readonly<Record<string, string>>;

/** The values in the slots of a request; a query or a body without slots is sent as it is. */
type Filled = { readonly params: Values; readonly mention?: { readonly slot: Slot; readonly id: string } };

/** A mode other than the credential's does not exist for it; the portal has both. */
const modesOf = ({ mode }: WalkCaller): readonly Mode[] => (mode === undefined ? modes : [mode]);

function toQuestion(route: ServedRoute, { params, mention }: Filled): Question {
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? 'x');
  const { at, name = '', write = (id: string): unknown => id } = mention?.slot ?? {};
  const query = [
    ...(queries[route.operation ?? ''] === undefined ? [] : [queries[route.operation ?? '']]),
    ...(at === 'query' ? [`${name}=${mention?.id}`] : []),
  ].join('&');
  const plain = isSafe(route) || route.body === undefined ? undefined : exampleOf(route.body);
  const body = at === 'body' ? { ...(plain as object), [name]: write(mention?.id ?? '') } : plain;
  return { path: query === '' ? path : `${path}?${query}`, body };
}

type Base = {
  readonly route: ServedRoute;
  readonly caller: WalkCaller;
  readonly mode: Mode;
  readonly walk: Walk;
  readonly home: TenantIds;
  readonly slots: readonly Slot[];
};

/** Every request of a caller to an operation. */
export function pairsOf(route: ServedRoute, caller: WalkCaller, walk: Walk): Pair[] {
  const home = caller.home ?? walk.own;
  const ofTenants = surfaceOf(route) !== 'staff';
  const slots = slotsOf(route).filter(({ at }) => at === 'path' || ofTenants);
  return modesOf(caller).flatMap((mode) => pairsOfMode({ route, caller, mode, walk, home, slots }));
}

function pairsOfMode(base: Base): Pair[] {
  const { route, caller, mode, walk, home, slots } = base;
  const unknownId = new Map(slots.map(({ key }) => [key, newId(fixtures[key]?.prefix ?? 'req', walk.now)]));
  const paramsOf = ({ institutionId, ids }: TenantIds): Values => ({
    institution_id: institutionId,
    mode,
    ...Object.fromEntries(
      slots
        .filter(({ at }) => at === 'path')
        .map(({ name, key }) => [name, fixtures[key]?.always ?? ids[mode][key] ?? unknownId.get(key) ?? 'x']),
    ),
  });
  const own = paramsOf(home);
  const pair = (variant: Variant, filled: Filled, unknown?: Filled): Pair => ({
    route,
    caller,
    mode,
    variant,
    question: toQuestion(route, filled),
    unknown: unknown && toQuestion(route, unknown),
    asked: [filled, ...(unknown === undefined ? [] : [unknown])].flatMap(({ params, mention }) => [
      ...Object.values(params),
      ...(mention === undefined ? [] : [mention.id]),
    ]),
  });
  const pairs = [pair('own', { params: own })];
  for (const slot of slots) {
    const put = (id: string): Filled =>
      slot.at === 'path' ? { params: { ...own, [slot.name]: id } } : { params: own, mention: { slot, id } };
    const nothing = put(unknownId.get(slot.key) ?? 'x');
    for (const [variant, id] of strangersOf(base, slot)) pairs.push(pair(variant, put(id), nothing));
  }
  if (route.path.includes(':institution_id')) {
    const theirs = paramsOf(walk.foreign);
    const nobodys = { ...theirs, institution_id: newId('inst', walk.now) };
    pairs.push(pair('foreign', { params: theirs }, { params: nobodys }));
  }
  return pairs;
}

/** Ids for a slot that the caller may not name there. */
function strangersOf({ route, caller, mode, walk, home }: Base, { key, isTyped }: Slot): [Variant, string][] {
  if (fixtures[key]?.always !== undefined) return [];
  // Callers that are refused immediately are tested only with the matching kind of id; and staff may read any.
  const isInside = caller.state === 'good' && caller.surface === surfaceOf(route) && caller.surface !== 'staff';
  const every = walk.everyKind && isInside && caller.isNarrow !== true && isTyped !== true;
  const others = every ? modes.flatMap((one) => Object.values(walk.foreign.ids[one])) : [];
  const foreign = new Set([walk.foreign.ids[mode][key], ...others]);
  const { [key]: ofMode } = home.ids[mode];
  const { [key]: ofOther } = home.ids[mode === 'live' ? 'test' : 'live'];
  return [
    ...[...foreign].flatMap((id): [Variant, string][] => (id === undefined ? [] : [['foreign', id]])),
    ...(ofOther === undefined || ofOther === ofMode ? [] : [['other mode', ofOther] as [Variant, string]]),
  ];
}

/** The outcome of a request: a response, a refusal because of the caller, or not found. */
export type Expected = 'answer' | 'refusal' | 'as unknown';

/** Forms for people who are not signed in: credentials do not matter there. */
export const isOpen = ({ method, path }: ServedRoute): boolean =>
  /^\/api\/portal\/v1\/(?:sign-|issuer-|contact-conf|invitations\/(?:view|finish)|session$|pairings(?:\/poll)?$)/.test(
    path,
  ) && !(path.endsWith('/session') && method === 'DELETE');

export function expectedOf(pair: Pair): Expected {
  const { route, caller, variant } = pair;
  if (isOpen(route)) return variant === 'own' ? 'answer' : 'as unknown';
  if (caller.surface !== surfaceOf(route)) return 'refusal';
  const ofAccount = caller.surface === 'portal' && !route.path.includes('/:mode/');
  if (caller.state !== 'good') return ofAccount && caller.hasAccount === true ? 'answer' : 'refusal';
  if (caller.staffRole !== undefined) return mayStaff(pair) ? 'answer' : 'refusal';
  // The agents' contract distinguishes a wrong token from an intake that does not exist (A-POLL-004).
  const ofContract = caller.surface === 'agent' && !route.operation?.startsWith('agent-console.');
  if (variant !== 'own') return ofContract ? 'refusal' : 'as unknown';
  return mayCall(pair) ? 'answer' : 'refusal';
}

const mayStaff = ({ route, caller: { staffRole = 'caller', scopes } }: Pair): boolean =>
  staffRoles.indexOf(staffRole) >= staffRoles.indexOf(route.role ?? 'administrator') &&
  isInScopes(scopes, { operation: route.operation ?? '', reads: isSafe(route) });

/** By the user's role, and by the limits of a token. */
function mayCall({ route, caller: { portalRole, token }, mode }: Pair): boolean {
  if (portalRole === undefined || !route.path.includes('/:mode/')) return true;
  const { needs = 'members.write' } = route;
  const inScope = token === undefined || (token.permissions.includes(needs) && token.modes.includes(mode));
  return mayPortal(portalRole, needs) && inScope;
}

/** A request that would succeed in changing something is not sent: the crawl tests what must be refused. */
export const isAsked = (pair: Pair): boolean => isSafe(pair.route) || expectedOf(pair) !== 'answer';
