import type { Deprecation } from '#platform/http';

/** Of the two public interfaces. Nothing is deprecated today. */
export const deprecations: readonly Deprecation[] = [];
