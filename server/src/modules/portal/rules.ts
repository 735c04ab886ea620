import type { GoLive, GoLiveStep } from './schemas.ts';

/** Deliveries and calls are kept this long, so nothing is ticked whose evidence is gone. */
export const countedDays = 30;

type Kind = NonNullable<GoLive['steps'][number]['evidence']>['kind'];

/** The first time that something happened, of what still counts. */
export type Evidence = { readonly id: string; readonly at: Date };

/** Steps that can be taken now; `undefined` inside: not yet. A step that nobody can take is not in the list. */
export type Found = Partial<Record<GoLiveStep, Evidence | undefined>>;

const kinds: Readonly<Record<GoLiveStep, Kind>> = {
  signed_call: 'credential',
  replayed_key: 'request',
  handled_conflict: 'request',
  delivered_event: 'delivery',
  unknown_event: 'delivery',
  rotated_secret: 'endpoint',
};

export const toStep = (step: GoLiveStep, found: Evidence | undefined): GoLive['steps'][number] => ({
  step,
  done: found !== undefined,
  since: found?.at.toISOString() ?? null,
  evidence: found === undefined ? null : { kind: kinds[step], id: found.id },
});
