import type { Check } from '#bench/report';

/** What one part of the bench found. */
export type Part = { readonly figures: Readonly<Record<string, unknown>>; readonly checks: readonly Check[] };
