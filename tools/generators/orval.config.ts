const made = (name: 'agent' | 'partner') => ({
  input: { target: `../../openapi/${name}.json` },
  output: {
    target: `made/orval/${name}.ts`,
    client: 'fetch' as const,
    override: { mutator: { path: './authorized-fetch.ts', name: 'authorizedFetch' } },
  },
});

export default { agent: made('agent'), partner: made('partner') };
