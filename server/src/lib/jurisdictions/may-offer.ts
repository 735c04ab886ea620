/** The services we sell. Negotiating a claim for pay needs a license nearly everywhere; the others do not. */
export const services = ['consultation', 'research', 'representation'] as const;
export type Service = (typeof services)[number];

/** Whether a service is offered in a place, under which license, and through which day. */
export type ServiceRule = {
  readonly offered: boolean;
  readonly licence?: string;
  /** YYYY-MM-DD. */
  readonly endsOn?: string;
};

/** By two-letter jurisdiction; `*` is for unlisted and unknown ones. */
export type ServicesByState = Readonly<Record<string, Readonly<Partial<Record<Service, ServiceRule>>>>>;

/** Where and when something would be offered. */
export type Jurisdiction = { readonly state: string | undefined; readonly now: Date };

type Rules = { readonly servicesByState: ServicesByState };

/** The defaults. Representation is off, because negotiating claims without a license breaks the law. */
const usual: Readonly<Record<Service, ServiceRule>> = {
  consultation: { offered: true },
  research: { offered: true },
  representation: { offered: false },
};

export type Offering =
  | { readonly offered: true; readonly licence: string | undefined; readonly endsOn: string | undefined }
  | { readonly offered: false; readonly why: 'not_set' | 'turned_off' | 'licence_ended'; readonly endedOn?: string };

/** Whether a service may be offered there, and under which rule; otherwise why not. */
export function explainOffer({ servicesByState }: Rules, service: Service, { state, now }: Jurisdiction): Offering {
  const own = state === undefined ? undefined : servicesByState[state.toUpperCase()]?.[service];
  const set = own ?? servicesByState['*']?.[service];
  const { offered, licence, endsOn } = set ?? usual[service];
  if (!offered) return { offered: false, why: set === undefined ? 'not_set' : 'turned_off' };
  if (endsOn !== undefined && now.toISOString().slice(0, 10) > endsOn)
    return { offered: false, why: 'licence_ended', endedOn: endsOn };
  return { offered: true, licence, endsOn };
}

export const mayOffer = (rules: Rules, service: Service, where: Jurisdiction): boolean =>
  explainOffer(rules, service, where).offered;
