import type { FactSources } from '#modules/facts';

/** What other modules know and do about a case, whichever came from where; bound in app/bindings.ts. */
export type PageSources = { readonly facts: FactSources };
