import type { Deprecation } from '#platform/http';

/** Deprecations of the two public interfaces; currently none. */
export const deprecations: readonly Deprecation[] = [];
