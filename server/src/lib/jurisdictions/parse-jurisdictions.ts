import { services, type Service, type ServiceRule, type ServicesByState } from './may-offer.ts';

type Unparsed = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Unparsed =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);

/** A service is true, false, or offered with a `licence` and the day it `ends`. */
function parseRule(value: unknown): ServiceRule | undefined {
  if (typeof value === 'boolean') return { offered: value };
  if (!isObject(value)) return undefined;
  const { licence, ends, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  if (licence !== undefined && (typeof licence !== 'string' || licence === '' || licence.length > 60)) return undefined;
  if (ends !== undefined && (typeof ends !== 'string' || !isDay(ends))) return undefined;
  return {
    offered: true,
    ...(typeof licence === 'string' ? { licence } : {}),
    ...(typeof ends === 'string' ? { endsOn: ends } : {}),
  };
}

const isService = (name: string): name is Service => (services as readonly string[]).includes(name);

/** The operator's setting; undefined when any part is unreadable, because a partial rule is useless. */
export function parseJurisdictions(text: string): ServicesByState | undefined {
  const parsed = parseJson(text);
  if (!isObject(parsed)) return undefined;
  const states: Record<string, Partial<Record<Service, ServiceRule>>> = {};
  for (const [state, rules] of Object.entries(parsed)) {
    if (!/^(\*|[A-Z]{2})$/.test(state) || !isObject(rules)) return undefined;
    const own: Partial<Record<Service, ServiceRule>> = {};
    for (const [name, value] of Object.entries(rules)) {
      const rule = parseRule(value);
      if (!isService(name) || rule === undefined) return undefined;
      own[name] = rule;
    }
    states[state] = own;
  }
  return states;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
