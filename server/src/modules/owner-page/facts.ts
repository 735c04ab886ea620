import type { FactSources } from '#modules/consultations';

/** What other modules contribute to a case page, for any source of cases; bound in app/callbacks.ts. */
export type PageSources = { readonly facts: FactSources };
