import type { FactSources } from '#modules/consultations';

/** What other modules know and do about a case, whichever came from where; bound in app/callbacks.ts. */
export type PageSources = { readonly facts: FactSources };
