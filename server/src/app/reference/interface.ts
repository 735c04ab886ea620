import type { Document } from '#app/openapi/document-types';

/** Interfaces with pages, by the name in their addresses. */
type InterfaceName = 'agent' | 'agent-sandbox' | 'gap';

/** One of the interfaces, with the addresses of its pages. */
export type Interface = {
  readonly section: InterfaceName;
  readonly document: Document;
  /** `/developers/agent`. */
  readonly home: string;
  /** `/developers/agent/objects`. */
  readonly objects: string;
  /** Where its samples send requests: a reader's attempts must not reach a person's queue. Partners have test keys for that. */
  readonly samplesAt: string;
  /** Agents' errors have one body for all codes; partners' have one for each. */
  readonly errorBodies: 'one' | 'by code';
  /** The page of an error code. */
  errorPage(code: string): string;
};

type Described = { readonly section: InterfaceName; readonly document: Document; readonly base: string };

export const createInterface = ({ section, document, base }: Described): Interface => ({
  section,
  document,
  samplesAt: section === 'agent' ? `${base}/sandbox` : base,
  home: `/developers/${section}`,
  objects: `/developers/${section}/objects`,
  errorBodies: section === 'gap' ? 'by code' : 'one',
  errorPage: (code) => (section === 'gap' ? `/developers/errors/${code}` : `/developers/agent/errors/${code}`),
});
