/** Where a page stands in the navigation. */
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

/** A page before it is rendered; its Markdown is made when somebody first asks for it. */
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
  /** Besides title and text: what it may be searched by. */
  readonly keywords?: string;
  readonly markdown: () => string;
  /** The same for tools, where there is more to it than text. */
  readonly json?: () => object;
};
