import { defineConfig, mergeConfig, type Plugin } from 'vite';
import board from './vite.config.ts';

/** Both apps on one port, reloading by themselves; everything else comes from the running service. `npm run dev` starts it. */
const service = process.env['MAKEWHOLE_URL'] ?? 'http://localhost:8080';

const pages: Plugin = {
  name: 'pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const [, area] = /^\/(board|portal)(?:[/?]|$)/.exec(request.url ?? '') ?? [];
      if (area !== undefined) request.url = area === 'board' ? '/index.html' : '/portal.html';
      next();
    });
  },
};

export default mergeConfig(
  board,
  defineConfig({
    base: '/',
    plugins: [pages],
    server: {
      proxy: {
        '^/(?!@|src/|node_modules/|index\\.html|portal\\.html)': {
          target: service,
          // The service takes changes from its own origin only.
          headers: { origin: service },
        },
      },
    },
  }),
);
