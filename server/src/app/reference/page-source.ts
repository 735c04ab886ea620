/** Where a page is in the navigation. */
export type DocsSection =
  | 'overview'
  | 'start'
  | 'concepts'
  | 'guides'
  | 'agent'
  | 'agent-sandbox'
  | 'gap'
  | 'events'
  | 'errors'
  | 'more';

/** A page before it is rendered; its Markdown is computed at the first request. */
export type PageSource = {
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly section: DocsSection;
  readonly order: number;
  /** Shorter than the title, for the navigation. */
  readonly label?: string;
  /** A heading between the links of a section. */
  readonly group?: string;
  /** Words to find the page by, besides its title and text. */
  readonly keywords?: string;
  readonly markdown: () => string;
  /** A JSON version for tools, where there is more than text. */
  readonly json?: () => object;
};
