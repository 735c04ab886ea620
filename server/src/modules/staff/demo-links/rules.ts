/** Long enough to start the service and click; a new run of the demo makes new links. */
export const demoLinkTtlS = 3600;

/** What is fingerprinted: a link of the demo is no set-up link, although it is stored like one. */
export const demoLinkText = (token: string): string => `demo-link/${token}`;
