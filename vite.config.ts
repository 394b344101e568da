import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunks.ts'
import { FLOOR } from './scripts/floor/floor.ts'
import { floor } from './scripts/floor/plugin.ts'
import { preloads } from './scripts/preloads.ts'
import { consoleParts } from './scripts/release/parts.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), floor(), preloads(), consoleParts(import.meta.dirname + '/')],
  server: {
    host: '127.0.0.1',
    proxy: { '/prod-api': api, '/config': api, '/file': api },
  },
  build: {
    // what the floor understands but for blocks in classes, which the check of the built files finds; by the floor's own name
    // the compiler rewrites fields of classes as well, which that browser runs as they are
    target: 'es2022',
    cssTarget: `chrome${FLOOR.chromium}`,
    // all browsers from the floor on read these links by themselves
    modulePreload: { polyfill: false },
    // assets of one release carry their hash; the server may let browsers keep them for a year
    assetsDir: 'assets',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
})
