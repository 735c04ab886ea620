import type { Check } from '#bench/report/report';

/** The result of one part of the bench. */
export type Part = { readonly figures: Readonly<Record<string, unknown>>; readonly checks: readonly Check[] };
