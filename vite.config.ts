import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunks.ts'
import { preloads } from './scripts/preloads.ts'
import { consoleParts } from './scripts/release/parts.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), preloads(), consoleParts(import.meta.dirname + '/')],
  server: {
    host: '127.0.0.1',
    proxy: { '/prod-api': api, '/config': api, '/file': api },
  },
  build: {
    target: 'es2022',
    // assets of one release carry their hash; the server may let browsers keep them for a year
    assetsDir: 'assets',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
})
